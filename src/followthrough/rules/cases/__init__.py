"""Cases: which of a document's cases a user's details fall under.

Enters: a document whose text tells cases apart, and what the user said of theirs. Leaves: the labels that its units
stand under, the numbers and kinds that a detail names, and which cases fit, conflict or stay undecided. It never
takes a case for the user's because it is the only one left, and asks nothing.
"""
