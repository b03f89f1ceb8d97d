"""Which options a whole message is the name of: by its whole label, or by its place (2.3).

Invariant: nothing else may stand in the message but an article and punctuation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.continuity import Option
from followthrough.domain.pack import Pack
from followthrough.rules.language.words import keys_of
from followthrough.rules.lists.fingerprint import label_normalized
from followthrough.rules.lists.framing import is_quoted, places_in, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The options that were named, each once, in the list's order; ``by`` is ``label`` or ``ordinal``."""

    options: tuple[Option, ...] = ()
    by: str = ""

    @property
    def only(self) -> Option | None:
        """The option, where exactly one was named."""
        return self.options[0] if len(self.options) == 1 else None


NOBODY = Named()


def exactly(text: str, options: Sequence[Option], pack: Pack) -> Named:
    """Options whose label or second line is the whole message, or whose place is.

    A message that is both, of different options, names both.
    """
    whole = text.strip().casefold()
    by_label = [o for o in options if whole in (o.label.strip().casefold(), o.sublabel.strip().casefold()) and whole]
    place = place_of(text, len(options), pack)
    by_place = [options[place]] if place is not None else []
    if by_place and not by_label:
        by_label = [o for o in options if label_normalized(o.label) == label_normalized(text)]
    found = tuple(o for o in options if o in by_label or o in by_place)
    return Named(options=found, by="label" if by_label else "ordinal") if found else NOBODY


def labelled(text: str, options: Sequence[Option]) -> Option | None:
    """The one option whose label the text is, in comparable form, with an article at most."""
    said = label_normalized(text)
    found = [o for o in options if label_normalized(o.label) in (said, said.removeprefix("the "))]
    return found[0] if len(found) == 1 else None


def place_of(text: str, count: int, pack: Pack) -> int | None:
    """The place that the whole message names, from 0; None where it names none of the list.

    "2", "second", "the last one", "option 3"; not a quotation, nor "step 2", which is what is done and not chosen.
    """
    if is_quoted(text):
        return None
    steer, said = pack.selecting, plain(text)
    found = places_in(said, count, pack)
    if len(found) != 1 or not 0 <= found[0][0] < count:
        return None
    place, start, end = found[0]
    before = (steer.cue_articles | steer.ordinal_nouns | steer.ordinal_marks) - steer.steps
    is_alone = before.issuperset(keys_of(said[:start])) and steer.ordinal_nouns.issuperset(keys_of(said[end:]))
    return place if is_alone else None


def names_a_place(text: str, pack: Pack) -> bool:
    """Whether the whole message is a place in a list, of however many."""
    return place_of(text, _MANY, pack) is not None


_MANY = 100  # no list is longer: "and 691?" is about something else
