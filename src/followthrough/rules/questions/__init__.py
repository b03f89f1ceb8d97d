"""Questions: what a turn will do with a message, part by part.

Enters: a message as it was heard, with its slots and its conversation. Leaves: the plan: its parts in the user's
words, what is searched for each and in which scope, or the one question that must be asked before. It never adds a
part that the user did not ask, and never searches.
"""
