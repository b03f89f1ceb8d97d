"""The cases: what is said over which list, and what may come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from followthrough.domain.continuity import Option, OptionSet, Scope, SetOrigin
from followthrough.domain.pack import Pack
from followthrough.rules.language.words import keys_of


@dataclass(frozen=True, slots=True)
class Case:
    """One message over one list.

    Attributes:
        kind: what it shows.
        text: the message.
        options: the list.
        may: ids that may be executed; everything else executed is wrong.
        wanted: ``execute``, ``ask`` or ``none``: nothing executed, whatever else.
        recent: whether there are recent questions.
    """

    kind: str
    text: str
    options: OptionSet
    may: frozenset[str]
    wanted: str
    recent: bool = True


def all_cases(pack: Pack) -> list[Case]:
    """Every case, in the order of kinds."""
    data = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
    sets = {name: listed(name, labels) for name, labels in data["sets"].items()}
    cases: list[Case] = []
    for shown in sets.values():
        cases += _over(data, shown, pack)
    for place, labels in enumerate(data["adversarial"]):
        cases += _adversarial(listed(f"adversarial-{place}", labels))
    cases += _duplicates(data)
    return cases


def blind_cases(name: str) -> list[Case]:
    """What people who had seen no code say over lists: commands, and what must execute nothing."""
    data = yaml.safe_load((Path(__file__).parent / f"blind_{name}.yaml").read_text(encoding="utf-8"))
    sets = {shown: listed(shown, labels) for shown, labels in data["lists"].items()}
    commands = [
        Case("command", text, sets[shown], frozenset({f"o{place}"}), "execute", recent=False)
        for shown, text, place in data["commands"]
    ]
    return [
        *commands,
        *(Case("must not", text, sets[shown], frozenset(), "none", recent=False) for shown, text in data["must_not"]),
    ]


def listed(name: str, labels: list[Any], paths: list[str] | None = None) -> OptionSet:
    """A host's list of these labels."""
    options = tuple(
        Option(id=f"o{n}", label=str(label), path=paths[n - 1] if paths else "", execution_ref=f"run:{n}")
        for n, label in enumerate(labels, start=1)
    )
    return OptionSet(id=name, options=options, origin=SetOrigin.HOST, scope=Scope.CHAT)


def _over(data: dict[str, Any], shown: OptionSet, pack: Pack) -> Iterator[Case]:
    for option in shown.options:
        yield from _of_option(data, shown, option, pack)
    for place, texts in data["ordinal"].items():
        at = place - 1 if place > 0 else len(shown.options) - 1
        if at < len(shown.options):
            yield from (Case("ordinal", text, shown, frozenset({shown.options[at].id}), "execute") for text in texts)
    labels = {o.label.casefold() for o in shown.options}
    for kind in ("outside", "rejection", "stop", "unseen_rejection", "signed"):
        yield from (
            Case(kind, text, shown, frozenset(), "none") for text in data[kind] if text.casefold() not in labels
        )
    for text in data["elsewhere"]:
        yield Case("other scope", text, shown, frozenset({"r1"}), "execute")
        yield Case("other scope, empty", text, shown, frozenset(), "ask", recent=False)
    for text in data["elsewhere_doubtful"]:
        yield Case("other scope, doubtful", text, shown, frozenset(), "ask")


def _of_option(data: dict[str, Any], shown: OptionSet, option: Option, pack: Pack) -> Iterator[Case]:
    """What is said with an option's label. A label that is a question is answered, also where it is chosen."""
    one = frozenset({option.id})
    fill = {"label": option.label, "upper": option.label.upper(), "lower": option.label.lower()}
    asks = shown.id == "questions" and option.label != "Fax numbers"
    for kind in ("exact", "polite", "mixed", "unseen_command"):
        named, wanted = ("label that asks", "none") if asks else (kind, "execute")
        yield from (Case(named, template.format(**fill), shown, one, wanted) for template in data[kind])
    if shown.id in data["blind_over"]:
        yield from (
            Case("blind_command", text.format(**fill), shown, one, "execute") for text in data["blind_command"]
        )
    if not asks:
        yield from _doubtful(data, shown, option, pack)
    for kind in ("question", "unseen_question", "denied"):
        yield from (Case(kind, template.format(**fill), shown, frozenset(), "none") for template in data[kind])


_VERBS = ("reset", "open", "answer")  # of labels, that are also what is done with an option


def _doubtful(data: dict[str, Any], shown: OptionSet, option: Option, pack: Pack) -> Iterator[Case]:
    """Typing slips and single words of a label: never executed; of a word that several share, asked about."""
    words = [w for w in keys_of(option.label) if len(w) >= 5 and w.isalpha() and w not in pack.words.stop]
    if not words or len(option.label) > 60:
        return
    slipped = max(words, key=len)
    typo = option.label.lower().replace(slipped, slipped[:2] + slipped[3:], 1)
    if typo == option.label.lower():
        return
    for template in data["typo"]:
        yield Case("typo", template.format(typo=typo), shown, frozenset(), "ask")
    labels = [o.label.casefold() for o in shown.options]
    for word in words:
        if word in labels or word in _VERBS:
            continue
        shared = sum(word in keys_of(label) for label in labels) > 1
        for template in data["partial"]:
            yield Case("ambiguous" if shared else "partial", template.format(word=word), shown, frozenset(), "ask")


def _adversarial(shown: OptionSet) -> Iterator[Case]:
    """The label itself may be executed, or asked about; nothing else may."""
    for option in shown.options:
        for text in (option.label, f"open {option.label}", f"{option.label} please", f"choose {option.label}"):
            yield Case("adversarial", text, shown, frozenset({option.id}), "none")


def _duplicates(data: dict[str, Any]) -> Iterator[Case]:
    for label in data["duplicates"]:
        shown = listed(f"twice-{label}", [label, label, "Something else"], ["/a", "/b", "/c"])
        for template in (*data["exact"], *data["polite"]):
            text = template.format(label=label, upper=label.upper(), lower=label.lower())
            yield Case("ambiguous", text, shown, frozenset(), "ask")
