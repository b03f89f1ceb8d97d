"""Followthrough: answers from documents over many turns, pursued until the question is solved."""
