"""The three user interfaces: command line, terminal screen and web page. Nothing imports from here."""
