"""Follow-ups: what a message leaves out of the conversation before it.

Enters: a message and a bounded window of earlier turns. Leaves: whether it goes on, by what, and the queries that
are searched for it. It never edits what the user said, never carries a word that nobody used, and brings nothing of
an old topic into a new one.
"""
