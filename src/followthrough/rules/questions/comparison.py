"""A question about several values of one slot as one part for each: "compare molina and sunshine on appeals" (F37).

Which value is the longer or the better one is for the reader to see: each part asks for its own value, so that both
are found, cited and named where one is missing. Names are known from the pack and the documents, so small letters do.

Invariant: a part is taken apart only where what is asked of each value can be said in its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.slots.gazetteer import Gazetteer, Mention
from followthrough.rules.slots.stated import scoped
from followthrough.tuning import Tuning


def part_for_each_value(asked: AnswerQuestion, known: Gazetteer, pack: Pack, tuning: Tuning) -> AnswerQuestion:
    """The plan with its comparisons taken apart, as far as a plan may have parts."""
    parts = {part.id: part for one in asked.parts for part in _parts(one, known, pack)}
    if len(parts) > tuning.plan_max_parts:
        return asked
    return replace(asked, planned=tuple(map(as_it_stands, parts.values())))


def _parts(part: SubObjective, known: Gazetteer, pack: Pack) -> list[SubObjective]:
    texts = for_each_value(part.text, known, pack)
    return [part] if texts == [part.text] else [sub_objective(text, part.context) for text in texts]


def for_each_value(text: str, known: Gazetteer, pack: Pack) -> list[str]:
    """The text once for each value that it compares; the text alone where it compares none.

    Args:
        text: a part's words.
        known: the names.
        pack: the words around them.
    """
    for slot in known.slots:
        if not slot.many:
            continue
        mentions = [m for m in known.mentions(text) if m.slot == slot.name]
        values = dict.fromkeys(m.value for m in mentions)
        if len(values) > 1 and len(values) == len(mentions) and all(m.known and not m.negated for m in mentions):
            return _apart(text, mentions, pack) or [text]
    return [text]


def _apart(text: str, mentions: Sequence[Mention], pack: Pack) -> list[str]:
    """One text a value; none where the words around the values can't be given to each."""
    gaps = [text[a.end : b.start] for a, b in pairwise(mentions)]
    before, after = text[: mentions[0].start], _without_owner(text[mentions[-1].end :])
    owned = _owned(gaps, pack)
    if owned is None or _takes_together(before, after, pack):
        return []
    names = [m.value for m in mentions]
    lead = _without_comparing(before, pack)
    if owned:
        return [f"{lead}{name}{owned}{after}".strip() for name in names]
    words = words_of(after)
    is_subject = lead == before and words and not _is_small(words[0], pack)  # "does Molina or Humana cover braces?"
    if not _tells(lead, pack) and not is_subject:
        aspect = _aspect_after(after, pack) or _aspect_before(before, pack)
        return [scoped(aspect, (name,), pack) for name in names] if aspect else []
    if _tells(lead, pack) and lead.rstrip().endswith((",", ":")):  # "which has the lower copay: Molina or Humana?"
        return [scoped(lead.rstrip(" ,:") + after, (name,), pack) for name in names]
    return [f"{lead}{name}{after}".strip() for name in names]


def _takes_together(before: str, after: str, pack: Pack) -> bool:
    """Whether the question is about the values at once: "I have both", "coordinate benefits with"."""
    joining = pack.joining
    words = [*keys_of(before), *keys_of(after)]
    last = keys_of(before)[-1:]
    joint = joining.together - joining.comparing
    return not joint.isdisjoint(words) or not (joining.together_before - joining.comparing).isdisjoint(last)


def _without_owner(text: str) -> str:
    return text.removeprefix("'s").removeprefix("’s")


def _owned(gaps: Sequence[str], pack: Pack) -> str | None:
    """What stands between the values: joining words alone (empty), what each of them owns, or None for anything else.

    "Harborline's filing limit or Pinecrest's" gives "'s filing limit".
    """
    owned = ""
    for gap in gaps:
        words = words_of(gap)
        if all(_joins(w.key, pack) for w in words):
            continue
        if owned or _without_owner(gap) == gap or not _joins(words[-1].key, pack):
            return None
        while words and _joins(words[-1].key, pack):
            words.pop()
        owned = gap[: words[-1].end]
    return owned


def _joins(key: str, pack: Pack) -> bool:
    """Whether a word only joins values: "and", "or", "versus", "with the", a lone letter ("'s")."""
    joining = pack.joining
    known = (
        joining.coordinators,
        pack.following.alternatives,
        pack.slots.comparisons,
        joining.determiners,
        joining.prepositions,
        pack.following.pairing,
    )
    return len(key) == 1 or any(key in some for some in known)


def _without_comparing(text: str, pack: Pack) -> str:
    """What stands behind the words that only compare: "which is longer,", "what is the difference between"."""
    words = words_of(text)
    keys = [w.key for w in words]
    ends = [p + length for p in range(len(keys)) if (length := phrase_at(keys, p, pack.joining.comparing))]
    return text[words[max(ends) - 1].end :].lstrip(" ,:") if ends else text


def _tells(text: str, pack: Pack) -> bool:
    known = (pack.words.stop, pack.words.light, pack.asking.question_words)
    return any(not any(key in some for some in known) for key in keys_of(text))


def _aspect_after(text: str, pack: Pack) -> str:
    """What is compared, behind the values: "on timely filing", "differ in copays?"."""
    words = words_of(text)
    place = 0
    while place < len(words) and _is_small(words[place], pack):
        place += 1
    return text[words[place].start :].strip() if place < len(words) else ""


def _aspect_before(text: str, pack: Pack) -> str:
    """What is compared, before the values: "which plan has the longer filing limit,"."""
    words = words_of(text)
    end = len(words)
    while end and _is_small(words[end - 1], pack):
        end -= 1
    start = end
    while start and not _is_small(words[start - 1], pack):
        start -= 1
    return text[words[start].start : words[end - 1].end] if start < end else ""


def _is_small(word: Word, pack: Pack) -> bool:
    known = (
        pack.joining.prepositions,
        pack.joining.determiners,
        pack.joining.together,
        pack.joining.comparing,
        pack.asking.auxiliaries,
        pack.asking.question_words,
    )
    return any(word.key in some for some in known)
