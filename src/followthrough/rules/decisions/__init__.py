"""Decisions: how a choice was made, whether it comes out the same, and for whom it counts.

Enters: a decision with its evidence, the flags and their shares of threads, and verdicts of the guard. Leaves: what
is written down of it, what differs when it is made again, and which flags hold in a thread. It never decides what
is shown, and keeps no words of people.
"""
