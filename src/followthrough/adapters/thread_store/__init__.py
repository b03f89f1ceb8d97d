"""Threads, turns and records."""
