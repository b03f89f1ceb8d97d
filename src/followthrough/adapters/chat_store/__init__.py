"""Chats and exchanges by technology."""
