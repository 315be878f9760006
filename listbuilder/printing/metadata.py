"""What a PDF says about itself to machines: its title. It is tagged, and claims no standard that nobody certified."""

from __future__ import annotations

from typing import Any

MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
PACKET = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def metadata(title: str) -> Any:
    """The object for the catalogue of a PDF; plain bytes, which other programs look for in the file."""
    from reportlab.pdfbase.pdfdoc import XMP  # type: ignore[import-untyped]

    # By hand: what the standard library has for XML loads half of it.
    said = "".join(MARKUP.get(char, char) for char in title if char.isprintable())
    text = PACKET.format(title=said).encode("ascii", "xmlcharrefreplace").decode("ascii")
    return XMP(creator=lambda _: text)
