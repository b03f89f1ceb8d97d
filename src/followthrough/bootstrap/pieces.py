"""Single parts that settings name: embedder, web search, index, packs."""

from __future__ import annotations

from pathlib import Path

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.pack.yaml_folder import load_pack, shipped_packs
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.adapters.reader.fitted import FittedReader, Told
from followthrough.adapters.web.none import NoWebSearch
from followthrough.adapters.web.searxng import SearxngSearch
from followthrough.domain.pack import Pack
from followthrough.errors import ConfigurationError
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.reader import Reader
from followthrough.ports.web import WebSearch
from followthrough.rules.reading.chances import WeightSets
from followthrough.settings import Settings

#: Embedders by the name that the setting ``embedder`` takes. A backend is one line here.
EMBEDDERS = {"minilm-int8": MiniLmEmbedder}


def build_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings name, not yet loaded.

    Raises:
        ConfigurationError: there is none of this name.
    """
    make = EMBEDDERS.get(settings.embedder)
    if make is None:
        raise ConfigurationError(
            f"Setting embedder: there is no embedder {settings.embedder!r}.",
            fix=f"Use one of: {', '.join(EMBEDDERS)}.",
            field="embedder",
        )
    return make()


def build_reader(embedder: Embedder, weights: WeightSets | None = None, told: Told | None = None) -> Reader:
    """The reader that comes with the product, by other weights than the shipped ones and with a listener if given."""
    return FittedReader(embedder, weights, told)


def build_search(settings: Settings) -> WebSearch:
    """The web search that the settings name; none is the default. Nothing is asked yet."""
    url = settings.web_search_url
    return SearxngSearch(url.get_secret_value(), settings.tuning) if url is not None else NoWebSearch()


def build_index(settings: Settings, folder: Path) -> PassageIndex:
    """A passage index in a folder of its own, beside the library's; nothing is opened yet."""
    return LanceIndex(str(folder), tuning=settings.tuning)


def load_packs(settings: Settings) -> dict[str, Pack]:
    """The shipped packs and the configured one, by name; the configured one also by what the setting says.

    Raises:
        ConfigurationError: the configured pack does not exist or has a fault.
    """
    packs = {name: load_pack(name) for name in shipped_packs()}
    configured = packs.get(settings.pack) or load_pack(settings.pack)
    return {**packs, configured.name: configured, settings.pack: configured}
