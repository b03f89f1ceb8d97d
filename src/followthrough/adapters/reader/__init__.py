"""Readers behind ``ports.reader``."""
