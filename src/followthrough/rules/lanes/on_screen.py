"""What a message points at in the list that the last answer shows: "the second one", "explain step 3" (report 77).

Invariants: what counts is the list as it stands on the screen, by its own numbers where it has some; a list that a
host shows, or that waits for a choice, comes before it; a place that something else is named by ("the first week",
"source 2") points at none of its items; an address in an item is shown, never read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.continuity import Option, OptionSet, SetOrigin
from followthrough.domain.conversation import ASKS_NOTHING, Lane, Reply, StoredTurn
from followthrough.domain.framing import CHOOSES, Does, Framed
from followthrough.domain.hearing import Act
from followthrough.domain.ids import PassageId
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, Shown
from followthrough.rules.lanes.asking_back import tell
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.language.links import in_words
from followthrough.rules.language.wording import summarise
from followthrough.rules.language.words import Stems, keys_of, words_of
from followthrough.rules.lists.framing import Reading, is_only_name, places_in, plain, read
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.tuning import Tuning

_LINE = re.compile(r"^(?:[-*]|(?P<number>\d{1,3})[.)])[ \t]+(?P<text>\S.{0,2000}?)(?P<marks>(?: ?\[\d{1,3}\])*)$")
_MARK = re.compile(r"\[(\d{1,3})\]")
_NAME = re.compile(r"[*_`]{0,2}(?P<name>[^:–—(]{1,80}?)[*_`]{0,2}(?=:\s| [–—-] | \()")
_ASKS = (*CHOOSES, Does.ASK, Does.TALK, Does.COND, Does.DEED, Does.PART, Does.OTHER)


def items_shown(turns: Sequence[StoredTurn], tuning: Tuning) -> OptionSet | None:
    """The list that stands on the screen, as options; None where the last answer shows none.

    What was said about one of its items, or only politely, leaves it there.
    """
    for turn in reversed(turns):
        record = turn.record
        if record is None:
            return None
        if record.decision.lane is not Lane.CLARIFICATION and (items := _items_of(record.reply, tuning)) is not None:
            return items
        if record.decision.reason != REASON and record.turn_class not in ASKS_NOTHING:
            return None
    return None


REASON = "list_item"


def _items_of(reply: Reply, tuning: Tuning) -> OptionSet | None:
    """The first list of a reply, a numbered one before any other; None where nothing is listed and cited."""
    shown = _list_of(reply.text)[: tuning.option_pool_max]
    if not shown or not reply.citations:
        return None
    marks = {int(mark) for one in shown for mark in _MARK.findall(one["marks"])}
    passage = next((c.passage_id for c in reply.citations if c.n in marks), reply.citations[0].passage_id)
    options = tuple(
        Option(
            id=one["number"] or str(n), label=in_words(_name_of(one["text"])), says=one["text"], execution_ref=passage
        )
        for n, one in enumerate(shown, start=1)
    )
    return OptionSet(id=REASON, options=options)


def _list_of(text: str) -> list[re.Match[str]]:
    """The lines of the first list, a numbered one before any other; empty where nothing is listed."""
    lists = [run for run in _runs(text) if len(run) > 1]
    numbered = [run for run in lists if run[0]["number"] is not None]
    found = numbered or lists
    return found[0] if found else []


def _runs(text: str) -> list[list[re.Match[str]]]:
    """The lines of each list; numbered ones and others are apart."""
    runs: list[list[re.Match[str]]] = []
    before: bool | None = None
    for line in text.splitlines():
        found = _LINE.match(line)
        is_numbered = None if found is None else found["number"] is not None
        if found is not None:
            if is_numbered is not before:
                runs.append([])
            runs[-1].append(found)
        before = is_numbered
    return runs


def _name_of(text: str) -> str:
    """What an item is called: what stands before its colon or dash, else its words."""
    found = _NAME.match(text)
    return found["name"].strip() if found is not None else summarise(text.rstrip(" ."), _LONGEST_NAME)


_LONGEST_NAME = 160


def point(moment: Moment) -> Passed | Decided | None:
    """The message as a question about the item that it points at; None for any other message.

    "Step 9" of five steps is told to be none; the list stays.
    """
    shown = _in_reach(moment)
    text, pack = moment.message.text, moment.pack
    said = plain(text)
    if shown is None or len(places := places_in(said, len(shown.options), pack)) != 1:
        return None
    reading = next((one for one in read(text, shown.options, pack) if one.by == "place"), None)
    place, start, end = places[0]
    pointed = _Place(said, start, end, shown, moment)
    if place >= len(shown.options):
        return _none_there(pointed, shown, moment)
    if reading is None or not pointed.is_of_list():
        return None
    framed = moment.said(text).judged(reading)
    if framed.best not in _ASKS:
        return None
    item = shown.option(str(place + 1)) or reading.option
    alone = _only_points(text, reading, framed, f"{said[:start]} {said[end:]}", pack)
    asked = item.label if alone else _instead(said, start, end, item.label, pack)
    return Passed(
        message=replace(moment.message, text=asked),
        shown=Shown(item=item.says, passage_id=PassageId(item.execution_ref or ""), alone=alone),
    )


def _announces(behind: str, pack: Pack) -> bool:
    """Whether something of its own is asked behind a colon: "my second question is: how many guests may I bring?"."""
    _, colon, asked = behind.partition(":")
    return bool(colon) and bool(telling_stems(asked, pack))


def _none_there(pointed: _Place, shown: OptionSet, moment: Moment) -> Decided | None:
    """That the list has no such number, where the message can only mean the list."""
    last = (str(len(shown.options)),)
    return tell(moment, "no_such_place", REASON, values=last) if pointed.is_numbered() else None


def _only_points(text: str, reading: Reading, framed: Framed, rest: str, pack: Pack) -> bool:
    """Whether nothing is asked of the item but to show it, or to tell of it."""
    asks = not (pack.asking.question_words | pack.asking.auxiliaries).isdisjoint(keys_of(text))
    chooses = framed.chance(*CHOOSES) >= framed.chance(Does.ASK)
    return is_only_name(reading) or chooses or not (asks or telling_stems(rest, pack))


def _in_reach(moment: Moment) -> OptionSet | None:
    """The list on the screen, where no list of a host and no question of ours comes before it."""
    asked = moment.thread.open_slots is not None or moment.hearing.remarks(Act.RETRY)  # "the first one again"
    others = any(one.origin in (SetOrigin.HOST, SetOrigin.CHOICES, SetOrigin.SLOTS) for one in moment.state.sets)
    return None if asked or others else items_shown(moment.turns, moment.tuning)


class _Place:
    """A place that a message names, with what stands beside it."""

    def __init__(self, said: str, start: int, end: int, shown: OptionSet, moment: Moment) -> None:
        words = words_of(said)
        at = next(n for n, word in enumerate(words) if word.end > start)
        self._keys = [word.key for word in words]
        self._at, self._shown, self._moment, self._pack = at, shown, moment, moment.pack
        self._before = self._keys[at - 1] if at else ""
        self._after = self._keys[at + 1] if at + 1 < len(words) else ""
        self._ends = not self._after or bool(said[end : words[at + 1].start].strip())
        self._is_figure, self._behind = self._keys[at].isdigit(), said[end:]

    def is_of_list(self) -> bool:
        """Whether it is the list's: by itself, beside what is counted, or beside a word of the list."""
        is_last = self._keys[self._at] in self._pack.selecting.lasts
        if is_last and len(self._keys) > 1 and self._before not in self._pack.following.definites:
            return False  # "how long do those last"
        is_here = len(self._keys) == 1 or self._is_counted() or self._stands_alone()
        return is_here and not (self._is_elsewhere() or _announces(self._behind, self._pack))

    def is_numbered(self) -> bool:
        """Whether it is the number of an item, and nothing else than an item: "step 9"."""
        return self._is_figure and self._before in self._pack.selecting.ordinal_nouns and not self._is_elsewhere()

    def _is_elsewhere(self) -> bool:
        """Whether it is a place in a list of another name: "source 2"."""
        named = [name for names in self._pack.selecting.cues.values() for name in names]
        stems = Stems(self._pack)
        beside = stems.of([key for key in (self._before, self._after) if key])
        return not frozenset(stems.of(named)).isdisjoint(beside)

    def _is_counted(self) -> bool:
        """Whether what it counts is an item, or what the list is of: "step 3", "the third plot"."""
        counted = self._before if self._is_figure else self._after
        if not counted or counted in self._pack.selecting.ordinal_nouns | self._pack.selecting.ordinal_marks:
            return bool(counted)
        names = " ".join((*(o.label for o in self._shown.options), self._moment.turns[-1].message.text))
        own = telling_stems(names, self._pack).intersection(Stems(self._pack).of([counted]))
        return bool(own) and counted not in self._pack.values.time_units

    def _stands_alone(self) -> bool:
        """Whether no noun follows that it could count: "the third", "what does the first cost"."""
        asking = self._pack.asking
        doing, two = asking.auxiliaries - asking.copulas, self._keys[max(0, self._at - 2) : self._at]
        if len(two) > 1 and two[0] in doing and self._at + 2 == len(self._keys):
            return True
        beside = asking.auxiliaries | self._pack.pursuit.around | self._pack.pursuit.pleas
        is_free = not self._is_figure or not self._before or self._before in self._pack.words.stop
        return is_free and (self._ends or self._after in beside)


def _instead(said: str, start: int, end: int, label: str, pack: Pack) -> str:
    """The message with the item's name where it points: "how much is the Terrace plot"."""
    nouns = pack.selecting.ordinal_nouns | pack.selecting.ordinal_marks
    words = words_of(said)
    before = [word for word in words if word.end <= start]
    after = [word for word in words if word.start >= end]
    begin = before[-1].start if before and before[-1].key in nouns else start
    until = after[0].end if after and after[0].key in nouns | frozenset(keys_of(label)[-1:]) else end
    return f"{said[:begin]}{label}{said[until:]}"
