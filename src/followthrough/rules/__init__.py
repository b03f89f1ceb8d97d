"""Pure decisions: no await, no clock, no randomness, no I/O, no logging. One module per stage or topic."""
