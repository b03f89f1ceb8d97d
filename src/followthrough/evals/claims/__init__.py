"""How well claims are judged against what they cite: a file of claims that a person has labelled."""
