"""Texts compared token by token: each token of a question by the one of a block that is most like it.

Late interaction (Khattab and Zaharia 2020, ColBERT), with tokens that few blocks have counting for more (inverse
document frequency among the blocks at hand), so that no list says which words matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from followthrough.ports.embedder import Tokens


def likeness(question: Tokens, last: int, blocks: Sequence[Tokens]) -> list[float]:
    """How like each block is to the last tokens of the question.

    Args:
        question: with what was said before it, or alone.
        last: how many of its tokens are asked; those before them only give them meaning.
        blocks: what may answer, in any order.

    Returns:
        From -1 to 1 each, in the blocks' order; 0 for all where nothing is asked, 0 for a block without tokens.
    """
    asked = question.ids[len(question.ids) - last :]
    if not asked:
        return [0.0] * len(blocks)
    holders = Counter(token for block in blocks for token in set(block.ids))
    rarity = np.array([_rarity(holders[token], len(blocks)) for token in asked])
    vectors = question.vectors[len(question.ids) - last :].astype(np.float32)
    found: list[float] = []
    for block in blocks:
        nearest = (vectors @ block.vectors.astype(np.float32).T).max(axis=1) if block.ids else np.zeros(len(asked))
        found.append(float((nearest * rarity).sum() / rarity.sum()))
    return found


def _rarity(holders: int, blocks: int) -> float:
    return float(np.log((blocks + 1) / (holders + 0.5))) + 0.1
