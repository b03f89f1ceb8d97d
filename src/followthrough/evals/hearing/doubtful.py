"""Examples of a pack that help nobody: said twice, or said to do two things."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.hearing import Act, ActExample, SaidAt, Spot
from followthrough.rules.language.words import phrase_of


def warnings_of(examples: Sequence[ActExample], shipped: Sequence[ActExample]) -> list[str]:
    """What is doubtful about a pack's examples, one line each, in their order.

    Args:
        examples: the pack's.
        shipped: those that ship: the pack wins over them, which is worth knowing.
    """
    ships = {(e.said.spot, phrase_of(e.text)): e.act for e in shipped}
    seen: set[tuple[SaidAt, str, Act]] = set()
    acts: dict[tuple[Spot, str], Act] = {}
    found: list[str] = []
    for one in examples:
        phrase = phrase_of(one.text)
        there = (one.said.spot, phrase)
        first = acts.setdefault(there, one.act)
        whole = (one.said, phrase, one.act)
        if whole in seen:
            found.append(f"{one.text!r} stands twice as {one.act} in {one.said.spot}; once is enough")
        elif first is not one.act:
            found.append(f"{one.text!r} is {first} and {one.act} in {one.said.spot}: it pulls both ways; keep one")
        elif there in ships and ships[there] is not one.act:
            found.append(
                f"{one.text!r} is {one.act} in {one.said.spot} here and {ships[there]} in what ships; yours wins"
            )
        seen.add(whole)
    return found
