"""Prove: what a game allows and what it can't, each with a list that shows it or a proof, or said to be not proven."""

from listbuilder.building.prove.claims import Claim, Prover, summary

__all__ = ["Claim", "Prover", "summary"]
