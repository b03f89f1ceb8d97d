"""Which one: the question that is asked when several things fit.

Enters: a question and what was found for it. Leaves: the readings that the passages tell apart, and one question
that separates them, or none. It never asks where one answer serves all readings.
"""
