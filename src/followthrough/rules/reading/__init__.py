"""Reading: which blocks of what was found answer a question, how surely, and what of them is shown.

Enters: a question in the user's words with the one before it, the passages that were found, and what single sentences
settle. Leaves: the answer to a part with its words and whether they answer. It never looks anything up, never edits
what the user said, and never calls a part answered without words that stand in a passage.
"""
