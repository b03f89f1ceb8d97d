"""Deletions under way."""
