"""What every backend of a port must do. Inherit the class, give it one fixture, run pytest."""
