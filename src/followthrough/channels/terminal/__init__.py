"""The terminal as a channel: turns to lines, lines to messages."""
