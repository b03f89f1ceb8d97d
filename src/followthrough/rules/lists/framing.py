"""What a message names of a list, and the frame that stands around it: its names are masked, its other words judged.

Invariants: a name is a whole label, written as the list writes it but for case and white space, or a place; words
that are only like a label's make a reading that orders what is asked and executes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from followthrough.domain.continuity import ActionType, Option
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, OPTION, OTHER, PLACE, Does, Framed, Frames
from followthrough.domain.pack import Pack
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import Stems, Word, keys_of, phrase_at, words_of
from followthrough.rules.lists.fingerprint import label_normalized
from followthrough.tuning import Tuning

_LONGEST = 1_000  # characters of a message that is read against a list
_NAMES = 12  # names or places in one message; more of them are a list of its own
_FRAME = 200  # characters of a frame; what is longer tells something
_EDGES = " .,;:!?\"'`“”‘’«»()[]{}<>*_-–—…"
_OPENING, _CLOSING = " \t\"'`“‘«([{<*_-–—:,;/", " .,;:!?\"'`”’»)]}>*_-–—…"
VERBS = {
    Does.OPEN: ActionType.OPEN,
    Does.USE: ActionType.USE,
    Does.PICK: ActionType.SELECT,
    Does.RERUN: ActionType.RERUN,
    Does.RETRY: ActionType.RETRY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One option that a message may mean.

    Attributes:
        option: it.
        frame: the message with the name masked, and other names of the list by a mark of their own.
        by: ``label``, ``place``, or ``near`` for words that are like its label's.
        is_typo: by words that are nearly spelt so.
    """

    option: Option
    frame: str
    by: str
    is_typo: bool = False


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    options: tuple[Option, ...]


def plain(text: str) -> str:
    """A text as frames and labels are compared: casefolded, white space collapsed."""
    return " ".join(text.casefold().split())


def bare(text: str) -> str:
    """The frame of a message that names nothing."""
    return _unmarked(plain(text[: _FRAME * 2]))[:_FRAME]


def pointing(text: str, pack: Pack) -> str:
    """The frame of a message with what stands for something of a list masked: "use it", "open that one please"."""
    said, referents = plain(text[: _FRAME * 2]), pack.selecting.referents
    words, spans, place = words_of(said), list[_Span](), 0
    keys = [word.key for word in words]
    while place < len(words):
        length = phrase_at(keys, place, referents)
        if length:
            spans.append(_Span(words[place].start, words[place + length - 1].end, ()))
        place += length or 1
    return _masked(said, [(span, OPTION) for span in spans])[:_FRAME]


def read(text: str, options: Sequence[Option], pack: Pack) -> tuple[Reading, ...]:
    """Every option that the message may mean, by label, by place, and by words that are only like its label's."""
    if len(text) > _LONGEST:
        return ()
    said = plain(text)
    spans = _label_spans(said, options)
    if len(spans) > _NAMES:
        return ()
    widest = _widest(spans)
    found = [reading for span in spans for reading in _labelled(said, span, widest)]
    found += _placed(said, options, widest, pack)
    named = {reading.option.id for reading in found}
    found += [one for one in _near(said, options, pack) if one.option.id not in named]
    return tuple(one for one in dict.fromkeys(found) if len(one.frame) <= _FRAME)


def _labelled(said: str, span: _Span, widest: Sequence[_Span]) -> list[Reading]:
    """The readings of a label where it stands; where it stands again it is only spoken of."""
    around = _beside(span, widest)
    marks = [(one, "it" if one.options == span.options else OTHER) for one in around]
    frame = _masked(said, [(span, OPTION), *marks])
    return [Reading(option=option, frame=frame, by="label") for option in span.options]


def _beside(span: _Span, spans: Sequence[_Span]) -> list[_Span]:
    return [one for one in spans if one.end <= span.start or one.start >= span.end]


def frames_of(text: str, lists: Iterable[Sequence[Option]], pack: Pack) -> frozenset[str]:
    """Every frame that the message has over these lists, and its own."""
    if not text.strip() or len(text) > _LONGEST:
        return frozenset()
    found = {bare(text), pointing(text, pack)}
    for options in lists:
        found |= {reading.frame for reading in read(text, options, pack)}
    return frozenset(found)


def judged(reading: Reading, frames: Frames) -> Framed:
    """What was made of the reading's frame; nothing but the name chooses, whoever judges."""
    if is_only_name(reading):
        return frames.get(reading.frame, NOT_FRAMED) if reading.by == "near" else _CERTAIN
    return frames.get(reading.frame, NOT_FRAMED)


_CERTAIN = Framed(does=((Does.PICK, 1.0),))


def is_only_name(reading: Reading) -> bool:
    """Whether the message is the name and nothing else, but for an article and punctuation."""
    return reading.frame.removeprefix("the ").strip(_EDGES) in (OPTION, PLACE, f"{PLACE} one")


def is_sure(framed: Framed, tuning: Tuning) -> bool:
    """Whether a frame chooses surely enough to execute: surer where it has words that no choice is known by.

    Never where a few words beside it are of no choice: "whoa, @", "Bob: @".
    """
    least = tuning.choose_least_strange if framed.strange else tuning.choose_least
    return not framed.held and framed.chance(*CHOOSES) >= least


def chooses(reading: Reading, frames: Frames, tuning: Tuning) -> bool:
    """Whether the message surely chooses what the reading says; what is only near is never sure."""
    return reading.by != "near" and is_sure(judged(reading, frames), tuning)


def verb_of(framed: Framed) -> ActionType | None:
    """What is to be done, as far as the message says so."""
    verb = framed.verb
    return VERBS[verb] if framed.chance(verb) >= framed.chance(*CHOOSES) / 2 and verb is not Does.PICK else None


# What is not the user's own


_FOREIGN = re.compile(
    r"""
    ^[^\S\n]*+(?: > | \| | // | /\* | <!-- )  # a line of a mail or of code
    | \A\s*+[\w.]++\([^()\n]*+\)[\s;.]*+\Z   # click(2);
    """,
    re.VERBOSE | re.MULTILINE,
)
_PAIRS = ('""', "“”", "””", "„“”", "«»", "»«", "‹›", "›‹", "‘’", "‚‘’", "''", "``", "「」", "『』")
_QUOTES = {pair[0]: pair[1:] for pair in _PAIRS}
_AROUND = " \t\n.,;:!?…*_()[]"
_GOES_ON = re.compile(r":\s|\s([A-Z]\w*[a-z])\b")


def is_spoken_of(text: str, reading: Reading, pack: Pack) -> bool:
    """Whether the label is that of somebody who speaks ("Ben: see you") or begins a longer name ("Stay Home")."""
    said, label = " ".join(text.split()), label_normalized(reading.option.label)
    at = said.casefold().find(label) if reading.by == "label" else -1
    found = _GOES_ON.match(said, at + len(label)) if at >= 0 else None
    return found is not None and (found[1] or "").casefold() not in pack.pursuit.pleas | pack.pursuit.around


def is_quoted(text: str) -> bool:
    """Whether it is a quotation or a call in code as a whole, or has a line of either: spoken of, not said.

    A mark that opens the message and is never closed quotes all of it.
    """
    said = text.strip(_AROUND)
    closing, inner = _QUOTES.get(said[:1], ""), said[1:]
    is_open = said[:1] != "'" and not any(mark in inner for mark in closing)
    return (bool(closing) and (is_open or inner[-1:] in closing)) or _FOREIGN.search(text) is not None


def is_signed(frame: str) -> bool:
    """Whether a picture or a box to tick stands beside what is named: what it means is nobody's to guess."""
    return _BOX.search(frame) is not None or any(unicodedata.category(sign) == "So" for sign in frame)


_BOX = re.compile(r"\[[ xX]?\]")

# Names


def _label_spans(said: str, options: Sequence[Option]) -> list[_Span]:
    """Where labels stand in the text, whole; labels that are alike have one span."""
    by_label: dict[str, list[Option]] = {}
    for option in options:
        by_label.setdefault(label_normalized(option.label), []).append(option)
    found: list[_Span] = []
    for label, named in by_label.items():
        place = said.find(label) if label else -1
        while place >= 0:
            end = place + len(label)
            if _stands_alone(said, place, end):
                found.append(_Span(place, end, tuple(named)))
            place = said.find(label, place + 1)
    return sorted(found, key=lambda span: (span.start, -span.end))


def _stands_alone(said: str, start: int, end: int) -> bool:
    """Whether no word or number goes on at either end: "C" does not stand in "C++", nor "v2" in "v2.1"."""
    before, after, then = said[start - 1 : start], said[end : end + 1], said[end + 1 : end + 2]
    is_whole = not after or after in _CLOSING
    goes_on = after in "'’.-" and bool(then) and then.isalnum()
    return is_whole and not goes_on and (not before or before in _OPENING)


def _widest(spans: Sequence[_Span]) -> list[_Span]:
    """Spans that do not overlap, the longest first."""
    kept: list[_Span] = []
    for span in sorted(spans, key=lambda one: (one.start - one.end, one.start)):
        if all(span.end <= one.start or span.start >= one.end for one in kept):
            kept.append(span)
    return sorted(kept, key=lambda one: one.start)


def _masked(said: str, marks: Sequence[tuple[_Span, str]]) -> str:
    parts: list[str] = []
    place = 0
    for span, mark in sorted(marks, key=lambda one: one[0].start):
        parts += [_unmarked(said[place : span.start]), mark]
        place = span.end
    return "".join((*parts, _unmarked(said[place:]))).strip()


def _unmarked(text: str) -> str:
    """The text without what the marks look like: nobody writes a name into a frame."""
    return text.replace(OPTION, " ").replace(PLACE, " ").replace(OTHER, " ")


# Places


_SIGNED = re.compile(
    r"""
    (?<!\w)[-−+±~≈$€£¥<>=^/\\.]\s?\d     # -1, $2, ~2, + 2, .5; and not #2 or (2)
    | [!¡?¿¬¦|§¶@&;{}×÷√\\]\d             # !2, @2
    | \d\s?[%‰$€£¥°^+/]                  # 2%, 2€
    | \d[({}|&@=<>~¬\\]                   # 2(), 2}
    | \w\(\s?\d | \d\]\(                   # click(2), [2]()
    | (?<!\w)no(?!\.)\W+\d               # no 2, no, 2; and not no. 2
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Figures that are no places."""


_COUNTING = 2  # of the names of a place, the last ones, that only count: "1", "one"


def _placed(said: str, options: Sequence[Option], labels: Sequence[_Span], pack: Pack) -> list[Reading]:
    """Places that are named, those within a label too: "open 2" where a label is "2"."""
    found: list[Reading] = []
    places = places_in(said, len(options), pack)
    if len(places) > _NAMES:
        return []
    spans = [_Span(start, end, ()) for _, start, end in places]
    for (place, _, _), span in zip(places, spans, strict=True):
        if not 0 <= place < len(options) or _is_within_name(span, said, labels, pack):
            continue
        around = _beside(span, labels)
        marks = [(span, PLACE), *((one, OTHER) for one in around)]
        marks += [(one, OTHER) for one in _beside(span, spans) if len(_beside(one, around)) == len(around)]
        found.append(Reading(option=options[place], frame=_masked(said, marks), by="place"))
    return found


def _is_within_name(span: _Span, said: str, labels: Sequence[_Span], pack: Pack) -> bool:
    """Whether the place is a word of a label that is no place itself: "2025" of "Handbook 2025"."""
    holding = [one for one in labels if one.start < span.end and one.end > span.start]
    rests = [said[one.start : span.start] + said[span.end : one.end] for one in holding]
    return any(not pack.selecting.ordinal_nouns.issuperset(keys_of(rest)) for rest in rests)


def places_in(said: str, count: int, pack: Pack) -> list[tuple[int, int, int]]:
    """The places that a text names, from 0, each with where it stands; one beyond the list too."""
    words, is_signed = words_of(said), _SIGNED.search(said) is not None
    found: list[tuple[int, int, int]] = []
    keys, at = [word.key for word in words], 0
    while at < len(words):
        word, (place, length) = words[at], _place_at(keys, at, count, pack)
        if place is not None and not (is_signed and word.key.isdigit()):
            start = word.start - (said[word.start - 1 : word.start] == PLACE)
            found.append((place, start, words[at + length - 1].end))
        at += length
    return _from_ends(found, said, count, pack)


def _from_ends(found: list[tuple[int, int, int]], said: str, count: int, pack: Pack) -> list[tuple[int, int, int]]:
    """The places, with those that are counted from an end as one: "second from the top", "third from last"."""
    steer = pack.selecting
    if len(found) != 2:
        return found
    (place, start, end), (edge, begin, until) = found
    between = keys_of(said[end:begin])
    joins = steer.cue_openers | steer.cue_articles | steer.ordinal_nouns
    if edge not in (0, count - 1) or steer.cue_openers.isdisjoint(between) or not joins.issuperset(between):
        return found
    return [(count - 1 - place if edge else place, start, until)]


def _figure(key: str) -> int | None:
    return int(key) - 1 if key.isascii() and len(key) <= _DIGITS else None


_DIGITS = 3  # of the number of a place


def _place_at(keys: Sequence[str], at: int, count: int, pack: Pack) -> tuple[int | None, int]:
    """The place that the words at ``at`` name, how many they are; what only counts ("two") stands behind its noun.

    Nothing is in the middle of an even number.
    """
    steer, key = pack.selecting, keys[at]
    if key.isdigit():
        return _figure(key), 1
    middle = count // 2 if count % 2 else None
    for names, place in ((steer.last_but_one, count - 2), (steer.lasts, count - 1), (steer.middles, middle)):
        if length := phrase_at(keys, at, names):
            return place, length
    counts = len(keys) == 1 or keys[at - 1 if at else 0] in steer.ordinal_nouns
    until = None if counts else -_COUNTING
    return next((n for n, names in enumerate(steer.ordinals) if key in names[:until]), None), 1


# What is only like a name


def _near(said: str, options: Sequence[Option], pack: Pack) -> list[Reading]:
    """Options that share a telling word with the message, or one nearly spelt so, the likeliest first."""
    stems, steer, words = Stems(pack), pack.selecting, words_of(said)
    idle = pack.words.stop | steer.points
    telling = [word for word in words if word.key not in idle]
    stem_of = dict(zip(telling, stems.of([word.key for word in telling]), strict=True))
    scored: list[tuple[float, int, Reading]] = []
    for place, option in enumerate(options):
        own = keys_of(f"{option.label} {option.sublabel} {option.path}")
        own_stems = frozenset(stems.of(own))
        same = [word for word in telling if stem_of[word] in own_stems]
        like = same or _misspelt(telling, own)
        if like:
            frame = _masked(said, [(span, OPTION) for span in _runs(like, said)])
            reading = Reading(option=option, frame=frame, by="near", is_typo=not same)
            scored.append((-len(same) or -len(like) / 2, place, reading))
    return [reading for _, _, reading in sorted(scored, key=lambda one: one[:2])]


def _misspelt(words: Sequence[Word], own: Sequence[str]) -> list[Word]:
    return [word for word in words if any(is_near(word.key, key) for key in own)]


def _runs(words: Sequence[Word], said: str) -> list[_Span]:
    """The words' spans, those that only white space parts as one."""
    found: list[_Span] = []
    for word in words:
        if found and not said[found[-1].end : word.start].strip():
            found[-1] = _Span(found[-1].start, word.end, ())
        else:
            found.append(_Span(word.start, word.end, ()))
    return found
