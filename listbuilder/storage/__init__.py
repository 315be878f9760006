"""Bytes in and out: bounded reading of YAML and JSON with lines, atomic writes, locks, caches, worker processes."""
