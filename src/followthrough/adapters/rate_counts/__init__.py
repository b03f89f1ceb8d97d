"""Counts of requests, shared by the processes of a server."""
