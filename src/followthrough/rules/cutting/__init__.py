"""Cutting: a parsed document as the passages that are found and cited.

Enters: a document's blocks, what it says of itself, and how many tokens the embedder sees. Leaves: passages in the
text's order with the headings, lead-in and page that each stands under; what the document replaces and until when
it holds. It never drops a letter, and never reads a question.
"""
