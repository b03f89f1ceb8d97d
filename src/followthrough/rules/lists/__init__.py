"""Lists: options that can be chosen from, and what a message says of them.

Enters: the lists that a thread shows or has shown, and a message. Leaves: which list it means, which options it
names, what it bids, and which of the gates before an action it passes. It never executes anything.
"""
