"""What the outside observes of a turn."""
