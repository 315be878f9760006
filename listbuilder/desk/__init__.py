"""The event desk: an event is a folder with a pack, players, lists and a ledger; the ledger is the truth."""
