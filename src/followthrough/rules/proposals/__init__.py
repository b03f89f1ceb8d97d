"""Proposals: what a language model is asked, and what its word counts.

Enters: a plan, an answer or a text, and what a model wrote about it. Leaves: the part of it that the user's own
words and the passages bear, or nothing, and then the rules' result stands. It never lets a model add a fact, change
a state or choose an action.
"""
