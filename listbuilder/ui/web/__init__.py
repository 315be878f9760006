"""The HTTP service: the import API for engines in any language. Stateless, local unless told otherwise."""
