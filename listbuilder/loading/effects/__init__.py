"""Rules as data, read and checked: values and texts, terms, uses and effects. One file per concern."""
