"""Web: when the web is searched, and what its pages make of an answer.

Enters: a message or an unanswered part, and what was tried before. Leaves: the addresses that a message names,
whether it asks for the web, the queries that may leave the house, and how pages are credited. It never sends what
identifies a person, never tries in vain twice, and fetches nothing itself.
"""
