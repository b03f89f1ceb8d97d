"""Slots: the values that an answer depends on, such as a plan or a region.

Enters: a message, the pack's slots with their values, and what holds so far. Leaves: the values that the message
names, those that hold after it, and which a question needs. It never guesses a value that nobody named.
"""
