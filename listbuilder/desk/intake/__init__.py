"""Taking lists in: whatever came is kept byte for byte, read, judged and given to the player it names."""
