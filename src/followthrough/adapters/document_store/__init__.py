"""The catalogue of documents and the cache of vectors."""
