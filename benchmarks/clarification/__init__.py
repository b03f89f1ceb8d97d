"""Loop answers of every kind over a dozen documents."""
