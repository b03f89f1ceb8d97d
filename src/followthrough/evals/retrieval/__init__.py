"""How well the conversational query finds what people judged relevant."""
