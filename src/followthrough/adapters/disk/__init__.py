"""The disk that data is written to."""
