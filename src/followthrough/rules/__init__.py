"""Pure decisions in packages by capability: no await, no clock, no randomness, no I/O, no logging.

A package says at its top what enters, what leaves and what it never does. It imports only from those that stand
above it here; import-linter keeps the order, and keeps what is inside a package inside it.

    language
    cutting
    retrieval
    objective
    evidence
    reading
    claims
    followups
    slots
    web
    hearing
    questions
    cases
    loop
    lists
    which_one
    proposals
    handoff
    pursuit
    lanes
    replies
    records
    decisions
"""
