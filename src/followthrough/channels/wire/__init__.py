"""What a caller sees (interface.md), as JSON.

One schema serves HTTP, the command line, the library and scripted conversations.

Schemas are built from domain values by pure functions and never travel inward. Every field of the contract is
always there; a part that does not apply is null.
"""
