"""How messages are taken apart into the questions that they hold."""
