"""Texts in batches that a model reads at once. Invariant: every text is in one batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TOKENS_PER_RUN = 256
_MOST = range(64, TOKENS_PER_RUN + 1, 32)  # bounds that few texts are cut by
_FEW = 4 * TOKENS_PER_RUN
_BEGINNING = 14  # as many tokens are computed in the time that a run takes to begin


def batches_of(lengths: Sequence[int], *, share: int = 1) -> list[list[int]]:
    """Places of texts in batches of similar length, the largest first, each within ``TOKENS_PER_RUN`` when padded.

    Of several ways to cut few texts, the one is taken that ``share`` threads have done first.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    if share == 1 or sum(lengths) > _FEW:
        return list(_cut(order, lengths, TOKENS_PER_RUN))[::-1]
    ways = [list(_cut(order, lengths, most)) for most in _MOST]
    return min(ways, key=lambda way: _done_after([len(batch) * lengths[batch[-1]] for batch in way], share))[::-1]


def _cut(order: Sequence[int], lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    batch: list[int] = []
    for place in order:
        if batch and (len(batch) + 1) * lengths[place] > most:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _done_after(sizes: Sequence[int], share: int) -> int:
    """Tokens that the slowest of the threads computes, where each takes the largest batch that is left."""
    busy = [0] * share
    for size in sorted(sizes, reverse=True):
        busy[busy.index(min(busy))] += size + _BEGINNING
    return max(busy)
