"""A server killed at random points of what it does, with what it stands on failing meanwhile (issue 16)."""
