"""What a message does, end to end: unseen messages, each in a conversation of its own."""
