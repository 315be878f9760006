"""Reports for the public and for the wall: pages that load nothing, tables, data and text."""
