"""``python -m training.parts SHARED [--write]``: fits where messages are cut into their questions, and measures it.

Without ``--write`` a fit without every third block of marked messages is measured on these. With it all blocks are
fitted on, and the weights that ship are written with their card: figures of sets that took no part.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.parts.__main__ import HERE as BENCHMARK
from benchmarks.parts.__main__ import Figures, measure, read, sum_up

from followthrough.adapters.pack.parts_npz import WEIGHTS
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.rules.questions.dividing import divided_as
from training.parts.data import Marked, labels_of, read_marked, read_messages
from training.parts.joined import Joiner, Pools, read_pools
from training.parts.net import LONGEST, fit, lessons_of, nothing_fitted, weak_lesson, weights_of, write_weights

HERE = Path(__file__).parent
JOINED, WEAK, FOLDS, UNSEEN, SEED = 7_500, 900, 3, 300, 7

Case = tuple[str, list[str]]


def fitted(messages: Sequence[Marked], pools: Pools, pack: Pack) -> Pack:
    """The pack with weights fitted on the messages, twice as they are and once as others type, and on joined ones."""
    joiner = Joiner(pools, SEED)
    styled = [read_marked(joiner.styled(one.line)) for one in messages]
    joined = [read_marked(line) for line, _ in zip(joiner.messages(), range(JOINED), strict=False)]
    lessons = lessons_of([*messages, *messages, *styled, *joined], pack)
    rng = random.Random(2)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    weak = rng.sample(pools.weak, min(WEAK, len(pools.weak)))
    lessons += [weak_lesson(text, pack) for text in weak if len(text.split()) < LONGEST]
    return replace(pack, parts=weights_of(fit(lessons, 1), pack))


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


def write_card(shared: Path, pack: Pack) -> None:
    """The card, with figures of what took no part and the digest of what ships."""
    cases = {path.name: list(read(path)) for path in sorted(BENCHMARK.glob("*.txt"))}
    cases["joined and single questions of two document sets"] = unseen_cases(shared, pack)
    rows = [f"- {name}: {_row(measure(some, pack)[0])}" for name, some in cases.items()]
    head = (HERE / "CARD.head.md").read_text(encoding="utf-8")
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
    ships = f"\n## What ships\n\n`adapters/pack/parts.npz`, sha256 `{digest}`\n"
    (HERE / "CARD.md").write_text("\n".join([head, "## Figures\n", *rows, ships]), encoding="utf-8")


def main() -> None:
    """Fits and measures, and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, help="the folder with bench and training")
    parser.add_argument("--write", action="store_true", help="write the weights and their card")
    chosen = parser.parse_args()
    pack = replace(load_pack("general"), parts=nothing_fitted())
    pools, messages = read_pools(chosen.shared), list(read_messages())
    if chosen.write:
        whole = fitted(messages, pools, pack)
        write_weights(whole.parts)
        write_card(chosen.shared, whole)
        return
    left_out = frozenset(sorted({one.block for one in messages})[::FOLDS])
    part = fitted([one for one in messages if one.block not in left_out], pools, pack)
    print(table([one for one in messages if one.block in left_out], part))


if __name__ == "__main__":
    main()
