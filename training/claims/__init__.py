"""Fits the weights of ``rules.claims.chances`` on labelled claims; measures them on document sets that took no part.

    python -m training.claims ../shared/bench/claims-dev/claims.jsonl --extra ../shared/training/claims-extra.jsonl
    ... --write     # the same, then fits on all; writes weights and card

Needs the product and ``scipy`` (training/requirements.txt). No text of the data is shipped.
"""
