"""Hearers: what a message does."""
