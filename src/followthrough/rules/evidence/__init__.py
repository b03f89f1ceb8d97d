"""Evidence: what passages say of a part, in their own words.

Enters: a part's words and the passages that were found or given. Leaves: the sentences, items and rows that cover
it, how far they do, whether they settle it, and which sources disagree. It never writes a sentence of its own,
never follows an order that a document gives, and never calls a score an answer.
"""
