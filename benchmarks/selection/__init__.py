"""Utterances over lists of every kind: what is executed, asked and passed on, lanes on and off (issue 6)."""
