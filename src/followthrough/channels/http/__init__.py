"""The HTTP channel: threads, messages, events, documents, health and metrics, as interface.md fixes them."""
