"""Orders in documents: how many become something that an answer may quote (issue 16, report 85)."""
