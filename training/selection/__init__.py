"""Fits what messages do with the options of a list, from ``frames.yaml`` and ``frames_es_de.yaml``."""
