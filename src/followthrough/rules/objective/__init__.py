"""Objective: what a user wants to know, its parts, and where each stands.

Enters: a stored objective and an event. Leaves: the objective after it, the one status that callers see, the parts
that are open and what they are about, why a part is stuck, and other words to look for it with. It never reads an
answer's wording to learn a status: state and evidence decide.
"""
