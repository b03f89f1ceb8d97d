"""Hearing: what a message does where it is said.

Enters: a message, what waits in its thread, and how likely a fitted hearer finds each act. Leaves: whether it asks,
gives, doubts, answers, points or wants out, each only where that is sure enough for what a mistake would cost. It
never acts on a word inside a question, a condition or a quotation, and never carries anything out.
"""
