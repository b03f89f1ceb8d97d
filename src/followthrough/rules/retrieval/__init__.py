"""Retrieval: two lists of the index as one ranking.

Enters: the hits of the full text and of the vectors with their scores, and the wording of a question and of its
conversation. Leaves: one order of passages, cut to what an answer reads, by a fitted sum of plain signals. It never
searches, and never says that something answers.
"""
