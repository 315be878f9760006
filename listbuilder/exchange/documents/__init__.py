"""The records that engines and others get: forces, reports, differences; one dumper, JSON Schemas, the reference."""
