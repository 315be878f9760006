"""The list-import API for game engines: one force, many verdicts, a stream; `listbuilder` itself exports it."""
