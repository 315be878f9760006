"""Intake: whatever arrives is kept byte for byte, unpacked, read, judged, and assigned to its player."""
