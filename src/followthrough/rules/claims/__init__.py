"""Whether what a language model says is borne by what it cites: exact where it can be, fitted where it can't."""
