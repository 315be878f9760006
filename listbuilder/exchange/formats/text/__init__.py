"""Text lists: lines that people type and paste, written, and read back with every line accounted for."""
