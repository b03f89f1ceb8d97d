"""``python -m training.parts SHARED BASE [--write]``: fits where messages are cut into their questions.

``BASE`` is what ``training.hearer.network`` is fitted from; its table of words is kept, so fit this again after that.
Without ``--write`` a fit without every third block of marked messages is measured on these. With it all blocks are
fitted on, and the network that ships is written with its card: figures of sets that took no part. Ten minutes.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.parts.__main__ import HERE as BENCHMARK
from benchmarks.parts.__main__ import Figures, measure, read, sum_up

from followthrough.adapters.hearer import parts_network
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.rules.questions.dividing import divided_as
from training.parts.data import Marked, labels_of, read_marked, read_messages
from training.parts.joined import Joiner, Pools, read_pools
from training.parts.net import BATCH, LONGEST, Lesson, Net, fit, lessons_of, sign, weak_lesson, write

HERE = Path(__file__).parent
EPOCHS, JOINED, WEAK, FOLDS, UNSEEN, SEED = 3, 7_500, 900, 3, 300, 7

Case = tuple[str, list[str]]


def fitted(messages: Sequence[Marked], pools: Pools, pack: Pack, base: Path) -> Net:
    """The net for the messages, as they are and as others type them, and for joined ones: new ones in each epoch."""
    joiner = Joiner(pools, SEED)
    lines = joiner.messages()
    rng = random.Random(2)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    weak = rng.sample(pools.weak, min(WEAK, len(pools.weak)))
    kept = lessons_of(messages, pack) + [weak_lesson(text, pack) for text in weak if len(text.split()) < LONGEST]

    def epochs() -> Iterator[list[Lesson]]:
        for _ in range(EPOCHS):
            styled = [read_marked(joiner.styled(one.line)) for one in messages]
            joined = [read_marked(line) for line, _ in zip(lines, range(JOINED), strict=False)]
            yield kept + lessons_of([*styled, *joined], pack)

    return fit(base, epochs(), EPOCHS * (len(kept) + len(messages) + JOINED) // BATCH, SEED)


def cases_of(messages: Sequence[Marked], pack: Pack) -> list[Case]:
    """Each message with the parts that it is marked to have, each with what is told beside it.

    Left out are those in which something begins where there is no place.
    """
    found: list[Case] = []
    for one in messages:
        try:
            pieces = divided_as(*labels_of(one, pack), pack)
        except ValueError:
            continue
        found.append((one.text, [f"{piece.text} {piece.context}" for piece in pieces]))
    return found


def unseen_cases(shared: Path, pack: Pack) -> list[Case]:
    """Joined questions, and single ones, of document sets that nothing is fitted on."""
    pools, others = read_pools(shared, held_out=True), read_pools(shared)
    pools.single |= {language: others.single[language] for language in ("es", "de")}
    lines = (line for line, _ in zip(Joiner(pools, SEED + 1).messages(), range(UNSEEN), strict=False))
    return cases_of([read_marked(line) for line in lines], pack) + [(text, [text]) for text in pools.weak]


def table(messages: Sequence[Marked], pack: Pack) -> str:
    """The figures of each block."""
    blocks = sorted({one.block for one in messages})
    found = {name: measure(cases_of([m for m in messages if m.block == name], pack), pack)[0] for name in blocks}
    return "\n".join(f"{name}: {_row(one)}" for name, one in (*found.items(), ("all", sum_up([*found.values()]))))


def _share(one: Figures) -> str:
    return f"{one.exact / one.messages:.3f} of {one.messages}"


def _row(one: Figures) -> str:
    return f"{_share(one)} exactly, {one.single_kept} of {one.single} single questions left whole"


def write_card(shared: Path, pack: Pack, digest: str) -> None:
    """The card, with figures of what took no part and the digest of what ships."""
    cases = {path.name: list(read(path)) for path in sorted(BENCHMARK.glob("*.txt"))}
    cases["joined and single questions of two document sets"] = unseen_cases(shared, pack)
    rows = [f"- {name}: {_row(measure(some, pack)[0])}" for name, some in cases.items()]
    head = (HERE / "CARD.head.md").read_text(encoding="utf-8")
    ships = f"\n## What ships\n\n`adapters/hearer/parts.onnx`, sha256 `{digest}`\n"
    (HERE / "CARD.md").write_text("\n".join([head, "## Figures\n", *rows, ships]), encoding="utf-8")


def main() -> None:
    """Fits and measures, and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, help="the folder with bench and training")
    parser.add_argument("base", type=Path, help="the encoder to start from")
    parser.add_argument("--write", action="store_true", help="write the network and its card")
    chosen = parser.parse_args()
    pack = load_pack("general")
    pools, messages = read_pools(chosen.shared), list(read_messages())
    if chosen.write:
        write(fitted(messages, pools, pack, chosen.base), parts_network.SHIPPED)
        digest = sign()
        shipped = parts_network.PartsNetwork(sha256=digest)
        write_card(chosen.shared, replace(pack, parts=shipped), digest)
        return
    left_out = frozenset(sorted({one.block for one in messages})[::FOLDS])
    net = fitted([one for one in messages if one.block not in left_out], pools, pack, chosen.base)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "held.onnx"
        write(net, path)
        part = replace(pack, parts=parts_network.PartsNetwork(path, sha256=None))
        print(table([one for one in messages if one.block in left_out], part))


if __name__ == "__main__":
    main()
