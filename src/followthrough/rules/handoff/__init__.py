"""Hand-off: a person at the right moment.

Enters: a turn's outcome, a request for a person, and who holds the thread. Leaves: whether a person is called, what
they read first, what the outside is told, and when it is told again. It never calls twice for one thread, never
calls instead of an answer, and never lets out what identifies a person.
"""
