"""Embedding models behind ``ports.embedder``."""
