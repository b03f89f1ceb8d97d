"""Channels turn payloads into values and values into payloads; they decide nothing about a conversation."""
