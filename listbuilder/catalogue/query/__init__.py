"""The query language: selectors, quantities, conditions, and how each is put into words."""
