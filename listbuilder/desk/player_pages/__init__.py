"""The pages of an event: a desk and what a visitor asks in, pages out. It knows no HTTP."""
