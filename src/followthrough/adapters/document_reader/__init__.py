"""Bytes to parsed documents, behind ``ports.document_reader``: one module a format."""
