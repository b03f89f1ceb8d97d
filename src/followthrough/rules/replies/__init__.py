"""Replies: the words that the user reads.

Enters: a turn's plan, outcome and progress, and the pack's wording. Leaves: the reply with its sources, in the
order in which a person wants it, and in the pieces in which readers receive it. It never decides anything, and sets
words of documents and users so that they can do nothing.
"""
