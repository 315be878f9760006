"""Lists as players write them: the document and its readers."""

from listbuilder.lists.document import ListDocument, Row, parse_list, read_list

__all__ = ["ListDocument", "Row", "parse_list", "read_list"]
