"""Decisions with what came out of them."""
