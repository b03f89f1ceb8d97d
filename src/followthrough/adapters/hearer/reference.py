"""How the examples that ship are heard by weights that were fitted without the place that each was said in.

What ships is heard without a mistake by the weights that were fitted on it, which says nothing of what a pack's
examples do to messages that nobody has seen. ``training/hearer`` writes the scores; an example without is left out.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from followthrough.adapters.hearer.features import Row
from followthrough.adapters.hearer.weights import Weights
from followthrough.domain.hearing import ActExample
from followthrough.errors import ConfigurationError

SHIPPED = Path(__file__).parent / "reference.npz"
Reference = dict[str, Row]


def key_of(example: ActExample) -> str:
    """What an example is found again by: its words, its place and its act."""
    said = example.said
    whole = "\x1f".join((example.text, example.act, said.spot, said.assistant, *said.options, said.user_before))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_reference(weights: Weights, path: Path = SHIPPED) -> Reference:
    """The scores by example; none where they are of another embedder or version of facts than the weights.

    Raises:
        ConfigurationError: the file can't be read.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            if (str(file["model_id"]), int(file["version"])) != (weights.model_id, weights.version):
                return {}
            places = [file["acts"].tolist().index(act.value) for act in weights.acts]
            scores = file["scores"].astype(np.float32)[:, places]
            return dict(zip(file["keys"].tolist(), scores, strict=True))
    except (OSError, KeyError, ValueError) as error:
        raise ConfigurationError("The hearer's reference can't be read.", fix="Install the package again.") from error
