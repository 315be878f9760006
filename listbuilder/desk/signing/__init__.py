"""Signatures on request: what the desk says can be checked by anybody who has its public key, without the folder."""
