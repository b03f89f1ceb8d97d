"""``python -m training.claims FILE [--extra FILE] [--write]``: see the package."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.reading import Claim
from followthrough.evals.claims.dataset import Label, Labelled, read_claims
from followthrough.rules.claims.chances import Weights, supports_of
from followthrough.rules.claims.check import ClaimCheck, Flaw
from followthrough.rules.claims.signals import DIRECTIONS, ClaimSignal
from followthrough.tuning import Tuning

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "src" / "followthrough" / "rules" / "claims" / "weights.py"
PENALTY, EXTRA_WEIGHT = 10.0, 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A claim that no exact rule refuses (``claim``), or one that is refused (None)."""

    labelled: Labelled
    claim: Claim | None
    is_extra: bool


def examples_of(claims: Sequence[Labelled], *, is_extra: bool) -> list[Example]:
    """Every claim as the judge sees it."""
    pack, found = load_pack("general"), []
    for one in claims:
        weighed = ClaimCheck(one.asked, one.passages, pack).weigh(one.sentence)
        whole = " ".join(one.text.split())
        claim = None if isinstance(weighed, Flaw) else next((w.claim for w in weighed if w.text == whole), None)
        found.append(Example(labelled=one, claim=claim, is_extra=is_extra))
    return found


def fit(examples: Sequence[Example]) -> Weights:
    """The weights under which the labels were likeliest (L2-penalised on the scale of each signal, L-BFGS)."""
    some = [e for e in examples if e.claim is not None and e.labelled.label is not Label.META]
    rows = np.array([e.claim.signals for e in some if e.claim is not None])
    right = np.array([e.labelled.label is Label.SUPPORTED for e in some], float)
    counts = np.array([EXTRA_WEIGHT if e.is_extra else 1.0 for e in some])
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    x = np.c_[np.ones(len(rows)), (rows - middle) / spread]

    def loss(weights: Any) -> tuple[float, Any]:
        chance = 1 / (1 + np.exp(-(x @ weights)))
        value = -(counts * (right * np.log(chance + 1e-12) + (1 - right) * np.log(1 - chance + 1e-12))).sum()
        slope = x.T @ (counts * (chance - right))
        slope[1:] += PENALTY * weights[1:]
        return float(value + PENALTY * weights[1:] @ weights[1:] / 2), slope

    ways = [DIRECTIONS.get(signal, 0) for signal in ClaimSignal]
    bounds = [(None, None), *((0 if way > 0 else None, 0 if way < 0 else None) for way in ways)]
    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x
    each = found[1:] / spread
    return Weights(constant=float(found[0] - each @ middle), each=tuple(map(float, each)))


def held_out(examples: Sequence[Example]) -> list[tuple[Example, float]]:
    """The chance of every measured claim by weights that saw no claim over its documents; 0 where a rule refuses."""
    told: list[tuple[Example, float]] = []
    for corpus in sorted({e.labelled.corpus for e in examples}):
        weights = fit([e for e in examples if e.labelled.corpus != corpus])
        for e in examples:
            if e.labelled.corpus != corpus or e.is_extra:
                continue
            told.append((e, 0.0 if e.claim is None else supports_of([e.claim], weights)[0]))
    return told


def table(told: Sequence[tuple[Example, float]], *, least: float) -> list[str]:
    """The figures as lines of a Markdown table: at the shipped threshold by corpus, then at others."""
    lines = ["| claims | right accepted | wrong accepted | wrong value accepted |", "|---|---|---|---|"]
    corpora = sorted({e.labelled.corpus for e, _ in told})
    lines += [_line(corpus, [t for t in told if t[0].labelled.corpus == corpus], least) for corpus in corpora]
    lines.append(_line(f"all, from {least:.2f}", told, least))
    lines += [_line(f"all, from {at:.2f}", told, at) for at in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8) if at != least]
    return [*lines, f"\narea under the curve {_auc(told):.3f}\n"]


def _line(name: str, told: Sequence[tuple[Example, float]], least: float) -> str:
    groups = (
        [c for e, c in told if e.labelled.label is Label.SUPPORTED],
        [c for e, c in told if e.labelled.is_wrong],
        [c for e, c in told if e.labelled.has_wrong_value],
    )
    cells = (f"{sum(c >= least for c in g) / len(g):.3f} of {len(g)}" if g else "-" for g in groups)
    return f"| {name} | {' | '.join(cells)} |"


def _auc(told: Sequence[tuple[Example, float]]) -> float:
    right = np.array([c for e, c in told if e.labelled.label is Label.SUPPORTED])
    wrong = np.array([c for e, c in told if e.labelled.is_wrong])
    return float(((right[:, None] > wrong) + 0.5 * (right[:, None] == wrong)).mean())


def _written(weights: Weights) -> str:
    rows = zip(ClaimSignal, weights.each, strict=True)
    each = "".join(f"        {weight:.4f},  # {signal.name}\n" for signal, weight in rows)
    head = '"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""\n\n'
    head += "from __future__ import annotations\n\nfrom followthrough.rules.claims.chances import Weights\n\n"
    return f"{head}SHIPPED = Weights(\n    constant={weights.constant:.4f},\n    each=(\n{each}    ),\n)\n"


def main() -> None:
    """Measures, and with ``--write`` fits on everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--extra", type=Path)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    examples = examples_of(read_claims(chosen.data), is_extra=False)
    if chosen.extra is not None:
        examples += examples_of(read_claims(chosen.extra), is_extra=True)
    lines = table(held_out(examples), least=Tuning().claim_least)
    print("\n".join(lines))
    if chosen.write:
        WEIGHTS.write_text(_written(fit(examples)))
        digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
        (HERE / "CARD.md").write_text(
            f"{(HERE / 'CARD.head.md').read_text()}\n"
            "## Figures, each document set by weights fitted on claims over the others\n\n"
            + "\n".join(lines)
            + f"\n## What was shipped\n\n`rules/claims/weights.py`, sha256 `{digest}`\n"
        )


main()
