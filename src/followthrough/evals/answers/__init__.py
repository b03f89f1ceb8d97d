"""How well a library's own questions are answered: replies against what a person marked in the documents."""
