"""Fits the weights of ``rules.reading.chances`` on real conversations; measures them on folders that took no part.

    python -m training.reader ../shared/bench/real-dev          # figures, each folder by weights of the others
    python -m training.reader ../shared/bench/real-dev --write  # the same, then fits on all; writes weights and card

Needs the product alone. Nothing of the data is copied; the search is the product's kind of search made in memory, so
that a fit takes minutes and no index.
"""
