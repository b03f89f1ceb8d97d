"""What there is to ask about: the titles of the documents, and places in them (requirements 2.8).

Invariant: who asks it is heard, never looked up; it is told from the catalogue, and nothing is searched for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.conversation import Decision, Lane, Message, TurnClass
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, SayText
from followthrough.domain.texts import Texts
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.language.utterance import mentions
from followthrough.rules.language.wording import listed, summarise
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.tuning import Tuning

CATALOGUE = "catalogue"
_FEW = 4  # words that tell something; with more it asks about something of its own


def what_there_is(message: Message, pack: Pack, hearing: Hearing) -> SayText | None:
    """The plan for a message that asks what the assistant has and can be asked; None for any other."""
    text = message.text
    is_own = mentions(text) or any(has_digit(key) for key in keys_of(text)) or len(telling_stems(text, pack)) > _FEW
    if is_own or not hearing.heard.asks_for_titles:
        return None
    return SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason=CATALOGUE), say="catalogue")


def is_wanted(decided: Decided) -> bool:
    """Whether the titles are to be told."""
    return isinstance(decided.plan, SayText) and decided.plan.say == "catalogue"


def with_titles(
    decided: Decided, titles: Sequence[str], places: Sequence[str], texts: Texts, tuning: Tuning
) -> Decided:
    """What was decided, with the first of the titles in the order of the alphabet, and how many more there are.

    Args:
        decided: what says them.
        titles: of all documents, ``tuning.catalogue_read`` at most.
        places: headings that may be asked about.
        texts: the pack's.
        tuning: the table of numbers.
    """
    if not isinstance(decided.plan, SayText):
        return decided
    if not titles:
        return replace(decided, plan=replace(decided.plan, say="catalogue_none"))
    first, more = titles[: tuning.catalogue_titles], len(titles) - tuning.catalogue_titles
    names = texts.list_comma.join(texts.quoted.format(part=_short(title)) for title in first)
    if more > 0:
        count = f"{more}+" if len(titles) == tuning.catalogue_read else f"{more}"
        names = texts.catalogue_more.format(names=names, count=count)
    said = texts.catalogue.format(names=names)
    if places:
        named = listed([texts.quoted.format(part=_short(place)) for place in places], texts)
        said = f"{said} {texts.catalogue_ask.format(places=named)}"
    return replace(decided, plan=replace(decided.plan, values=(said,)))


def _short(name: str) -> str:
    return summarise(name, _LONGEST)


_LONGEST = 80  # characters of a title
