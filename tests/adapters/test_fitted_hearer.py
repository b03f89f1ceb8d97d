"""The hearer that ships: weights, card and code belong together, and everyday messages are heard for what they do."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from followthrough.adapters.embedder.minilm import MODEL_ID, MiniLmEmbedder
from followthrough.adapters.hearer.features import VERSION, row_of, texts_of
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.hearer.network import NETWORK_SHA256, Network
from followthrough.adapters.hearer.network import SHIPPED as NETWORK
from followthrough.adapters.hearer.weights import SHIPPED as WEIGHTS
from followthrough.adapters.hearer.weights import WEIGHTS_SHA256, read_weights
from followthrough.domain.hearing import Act, SaidAt, Spot
from followthrough.errors import ConfigurationError, EmbedderUnavailable
from followthrough.testing.fake_embedder import FakeEmbedder

CARD = Path(__file__).parents[2] / "training" / "hearer" / "CARD.json"
ASKED = SaidAt(spot=Spot.LOOP_QUESTION, assistant="Which boiler model is it?", user_before="the heating is cold")
ANSWERED = SaidAt(spot=Spot.AFTER_ANSWER, assistant="You get 28 days of leave a year.", user_before="how much leave")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hearer():
    embedder = MiniLmEmbedder(threads=1)
    yield FittedHearer(embedder)
    await embedder.aclose()


def test_weights_card_and_code_belong_together() -> None:
    card = json.loads(CARD.read_text(encoding="utf-8"))
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
    assert digest == WEIGHTS_SHA256 == card["weights_sha256"]
    weights = read_weights(sha256=digest)
    assert (weights.model_id, weights.version) == (MODEL_ID, VERSION) == (card["embedder"], card["facts_version"])
    facts = row_of("x", SaidAt(), np.zeros((len(texts_of("x", SaidAt())), 384), dtype=np.float32))
    assert weights.matrix.shape == (len(facts), len(Act))
    assert set(weights.acts) == set(Act)
    assert hashlib.sha256(NETWORK.read_bytes()).hexdigest() == NETWORK_SHA256 == card["network_sha256"]


def test_what_ships_hears_no_worse_than_it_did() -> None:
    figures = json.loads(CARD.read_text(encoding="utf-8"))["figures"]
    assert figures["english"]["accuracy"] >= 0.84
    assert figures["english"]["macro_f1"] >= 0.83
    assert figures["linear_on_all"]["accuracy"] >= 0.75
    assert min(figures["es"]["accuracy"], figures["de"]["accuracy"]) >= 0.70
    assert figures["at_policy"]["right"] >= 0.95
    assert figures["at_policy"]["left_or_called_wrongly"] <= 0.01  # one of 104: "is anybody there?" calls a person


def test_other_weights_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "weights.npz"
    other.write_bytes(WEIGHTS.read_bytes() + b"\0")
    with pytest.raises(ConfigurationError):
        read_weights(other, sha256=WEIGHTS_SHA256)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("message", "said", "act"),
    [
        ("you know what, I don't want to go on with this", ASKED, Act.WANTS_OUT),
        ("haven't the faintest, honestly no idea", ASKED, Act.DOES_NOT_KNOW),
        ("where would I find that number?", ASKED, Act.ASKS_ABOUT_QUESTION),
        ("could you get me somebody real to talk to", ASKED, Act.WANTS_PERSON),
        ("XK-200", ASKED, Act.ANSWER),
        ("ah great, thanks so much!", ANSWERED, Act.THANKS),
        ("where did you read that?", ANSWERED, Act.ASKS_WHY),
        ("im 78", ANSWERED, Act.STATEMENT),
        ("muchas gracias", ANSWERED, Act.THANKS),
    ],
)
async def test_everyday_messages_are_heard(hearer: FittedHearer, message: str, said: SaidAt, act: Act) -> None:
    heard = await hearer.hear(message, said)
    assert heard.best is act
    assert sum(chance for _, chance in heard.acts) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_same_words_do_different_things_in_different_places(hearer: FittedHearer) -> None:
    chosen = SaidAt(spot=Spot.WHICH_ONE, assistant="Which one?", options=("Stop valve", "Inlet"))
    assert (await hearer.hear("the stop valve one", chosen)).best is Act.SELECT
    assert (await hearer.hear("stop", ASKED)).best is Act.WANTS_OUT


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("content", [None, b"", b"no network"])
async def test_without_its_network_it_hears_by_the_linear_model_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "network.onnx"
    if content is not None:
        path.write_bytes(content)
    embedder = MiniLmEmbedder(threads=1)
    for sha256 in (NETWORK_SHA256, None):
        alone = FittedHearer(embedder, network=Network(path, sha256=sha256))
        assert (await alone.hear("ah great, thanks so much!", ANSWERED)).best is Act.THANKS
    await embedder.aclose()


@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_is_heard_with_another_embedder_or_none() -> None:
    assert (await FittedHearer(FakeEmbedder()).hear("thanks", ANSWERED)).acts == ()
    missing = MiniLmEmbedder(model=Path("/nowhere/model.onnx"), threads=1)
    with pytest.raises(EmbedderUnavailable):
        await missing.embed_queries(["x"])
    assert (await FittedHearer(missing).hear("thanks", ANSWERED)).acts == ()
    await missing.aclose()
