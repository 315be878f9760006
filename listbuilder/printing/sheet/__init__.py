"""The sheet for the other side of the table: a judged list goes in, pages come out that can be played against."""

from listbuilder.printing.sheet.sheet_maker import Sheet, SheetMaker, lay_out, page_face, print_sheets
from listbuilder.printing.sheet.sheet_options import LARGE, PrintedReceipt, SheetOptions

__all__ = ["LARGE", "PrintedReceipt", "Sheet", "SheetMaker", "SheetOptions", "lay_out", "page_face", "print_sheets"]
