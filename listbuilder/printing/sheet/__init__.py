"""The sheet for the other side of the table: a judged list goes in, pages come out that can be played against."""

from listbuilder.printing.sheet.document import Sheet, SheetMaker, lay_out, page_face, print_sheets
from listbuilder.printing.sheet.wishes import LARGE, Receipt, SheetWishes

__all__ = ["LARGE", "Receipt", "Sheet", "SheetMaker", "SheetWishes", "lay_out", "page_face", "print_sheets"]
