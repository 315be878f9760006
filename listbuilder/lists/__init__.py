"""Lists as players write them: the document and its readers."""

from listbuilder.lists.document import ListDocument, Row
from listbuilder.lists.read import parse_list, read_list

__all__ = ["ListDocument", "Row", "parse_list", "read_list"]
