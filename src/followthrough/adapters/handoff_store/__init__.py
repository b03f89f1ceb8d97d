"""Hand-offs."""
