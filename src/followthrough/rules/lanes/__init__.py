"""Lanes: what is done with a list, and what is told of what was done.

Enters: a message, the lists of its thread, and a model's word where one was asked. Leaves: an option that is
executed, one question back, a list left or come back to, or an account from what is remembered. It never executes
an option outside the list that was shown, and never one whose gates are not all open.
"""
