"""Flags that are held back."""
