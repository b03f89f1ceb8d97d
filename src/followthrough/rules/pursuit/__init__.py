"""Pursuit: a question followed until it is solved, given up or ended.

Enters: a message before its plan, and a turn's outcome after it. Leaves: what comes before any question, which
objective goes on, what is tried again and with what, each part's status, and the one thing that the user is asked
for. It never asks for the same thing twice by itself, never repeats a search that brought nothing, and never ends
what the user has not ended.
"""
