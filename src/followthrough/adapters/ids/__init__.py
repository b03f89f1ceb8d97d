"""Sources of identifiers."""
