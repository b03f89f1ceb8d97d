"""Loop: the questions that a document asks before it can answer, one turn after another.

Enters: a found document with its questions, and what the user says to them. Leaves: whether it asks, which of its
questions a message answers, what was taken back, and the answer for the user's case. It never asks what is known,
never searches for an answer's words, and never keeps a user who wants out.
"""
