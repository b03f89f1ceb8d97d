"""Backends of the passage index."""
