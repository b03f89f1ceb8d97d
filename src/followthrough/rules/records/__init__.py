"""Records: what is kept of a turn, and the one way a thread's state changes.

Enters: everything that a turn decided, or a record and the state before it. Leaves: the record, the state after it,
and accounts of what was pursued and spent. It never reads a message: what it folds is decided already, so every
store comes to the same state.
"""
