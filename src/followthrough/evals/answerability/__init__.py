"""Whether to answer, to answer in part, to refuse with an ask, or to ask back: decisions against people's labels."""
