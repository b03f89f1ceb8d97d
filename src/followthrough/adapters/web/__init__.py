"""The web behind its port."""
