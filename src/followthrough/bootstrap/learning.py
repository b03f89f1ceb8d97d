"""What a pack's examples change, measured with the embedder that the settings name."""

from __future__ import annotations

from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.pack.yaml_folder import shipped_examples
from followthrough.bootstrap.pieces import build_embedder
from followthrough.domain.hearing import ActExamples, Reheard
from followthrough.settings import Settings

__all__ = ["example_changes", "shipped_examples"]


async def example_changes(settings: Settings, examples: ActExamples) -> tuple[list[Reheard], list[Reheard]]:
    """The pack's examples and those that ship, each as it is heard without the pack's and with them.

    Raises:
        ConfigurationError: the settings name no embedder.
        EmbedderUnavailable: the model can't be loaded.
    """
    embedder = build_embedder(settings)
    try:
        return await FittedHearer(embedder, shipped=shipped_examples).changes(examples)
    finally:
        await embedder.aclose()
