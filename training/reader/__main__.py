"""``python -m training.reader FOLDERS [--write]``: see the package."""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.evals.answers.fit import fit
from followthrough.rules.reading.chances import Weights, chances_of
from training.reader.examples import FORMS, Example, examples_of
from training.reader.search import TUNING, Vectors

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "src" / "followthrough" / "rules" / "reading" / "weights.py"
BUILD = HERE.parents[1] / "build" / "training"
_SETS = {
    "TOKEN_BY_TOKEN": ("words and meaning, token by token too", 4),
    "WITH_MEANING": ("words and meaning", 2),
    "BY_WORDS": ("words alone", 0),
}


def in_conversation(folders: Sequence[Path], vectors: Vectors, pack: Pack) -> list[Example]:
    """The examples of all folders; what the turn before cited comes from weights that their folder had no part in."""
    alone: dict[Path, list[Example]] = {}
    for folder in folders:
        alone[folder] = list(examples_of(folder, vectors, pack, None))
        vectors.keep()
        print(folder.name, len(alone[folder]), file=sys.stderr)
    examples: list[Example] = []
    for folder in folders:
        others = [one for other, some in alone.items() if other != folder for one in some]
        examples += examples_of(folder, vectors, pack, fit(others, likenesses=4))
    return examples


def measure(examples: Sequence[Example], *, likenesses: int, only: str | None = None) -> list[dict[str, Any]]:
    """What would be shown for each example, each folder judged by weights fitted on the others."""
    told: list[dict[str, Any]] = []
    for folder in sorted({one.folder for one in examples}):
        weights = fit([one for one in examples if one.folder != folder], likenesses=likenesses)
        for one in examples:
            if one.folder != folder or (only and one.form != only):
                continue
            alike = [row[:likenesses] for row in one.alike] if likenesses else []
            chances = chances_of(one.asked, one.units, alike, weights)
            right, length, chance = one.shows_right(chances)
            told.append({"one": one, "right": right, "length": length, "chance": chance})
    return told


def table(told: Sequence[dict[str, Any]], title: str) -> list[str]:
    """The figures by form, as lines of a Markdown table."""
    lines = [
        f"| {title} | right | first | how-to, list, difference | shown | resolved | false resolved | "
        "unanswerable not resolved | refused | wrongly refused |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for form in FORMS:
        rows = [t for t in told if t["one"].form == form]
        asked = [t for t in rows if t["one"].key]
        never = [t for t in rows if t["one"].kind == "unanswerable"]
        resolved = [t for t in rows if t["chance"] >= TUNING.read_answered]
        refused = [t for t in rows if t["chance"] < TUNING.read_least]
        kinds = ", ".join(_share(asked, kind=kind) for kind in ("howto", "list", "difference"))
        cells = (
            form,
            _share(asked),
            _share([t for t in asked if t["one"].is_first]),
            kinds,
            f"{statistics.median(t['length'] for t in rows):.0f}",
            f"{len(resolved) / len(rows):.2f}",
            f"{sum(not t['right'] for t in resolved) / len(rows):.3f}",
            f"{sum(t['chance'] < TUNING.read_answered for t in never) / len(never):.2f}",
            f"{len(refused) / len(rows):.2f}",
            f"{sum(bool(t['one'].key) for t in refused) / len(asked):.3f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _share(rows: Sequence[dict[str, Any]], kind: str | None = None) -> str:
    some = [t for t in rows if kind in (None, t["one"].kind)]
    return f"{sum(t['right'] for t in some) / len(some):.3f}" if some else "-"


def _written(**fitted: Weights) -> str:
    def values(numbers: Sequence[float]) -> str:
        return "".join(f"        {number:.4f},\n" for number in numbers)

    def literal(name: str, weights: Weights) -> str:
        block, nothing = values(weights.block), values(weights.nothing)
        return f"{name} = Weights(\n    block=(\n{block}    ),\n    nothing=(\n{nothing}    ),\n)\n"

    head = (
        '"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""\n\n'
    )
    head += "from __future__ import annotations\n\nfrom followthrough.rules.reading.chances import Weights\n\n"
    return head + "\n".join(literal(name, weights) for name, weights in fitted.items())


def main() -> None:
    """Measures, and with ``--write`` fits on everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    vectors, pack = Vectors(BUILD / "reader-vectors.npz"), load_pack("general")
    folders = sorted(p.parent for p in chosen.data.glob("*/turns.jsonl"))
    examples = in_conversation(folders, vectors, pack)
    lines: list[str] = []
    for title, likenesses in _SETS.values():
        told = measure(examples, likenesses=likenesses)
        lines += [*table(told, title), ""]
        for folder in folders:
            some = [t for t in told if t["one"].folder == folder.name and t["one"].key]
            by_form = (_share([t for t in some if t["one"].form == form]) for form in FORMS)
            lines.append(f"- {folder.name}: right {' as typed, '.join(by_form)} standalone")
        lines.append("")
    print("\n".join(lines))
    if chosen.write:
        WEIGHTS.write_text(_written(**{name: fit(examples, likenesses=n) for name, (_, n) in _SETS.items()}))
        digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
        card = (HERE / "CARD.head.md").read_text()
        (HERE / "CARD.md").write_text(
            f"{card}\n## Figures, each folder by weights fitted on the others\n\n"
            + "\n".join(lines)
            + f"\n## What was shipped\n\n`rules/reading/weights.py`, sha256 `{digest}`\n"
        )


if __name__ == "__main__":
    main()
