"""What a message points at in the list that the last answer shows: "the second one", "explain step 3" (report 77).

Invariants: what counts is the list as it stands on the screen, by its own numbers where it has some; a list that a
host shows, or that waits for a choice, comes before it; a place that something else is named by ("the first week",
"source 2") points at none of its items.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.continuity import Option, OptionSet, SetOrigin
from followthrough.domain.conversation import ASKS_NOTHING, Lane, Reply, StoredTurn
from followthrough.domain.framing import CHOOSES, Does
from followthrough.domain.ids import PassageId
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Shown
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.language.wording import summarise
from followthrough.rules.language.words import Stems, keys_of, words_of
from followthrough.rules.lists.framing import is_only_name, places_in, plain, read
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
    """The first list of a reply, a numbered one before any other; None where nothing is listed."""
    runs: list[list[re.Match[str]]] = [[]]
    for line in reply.text.splitlines():
        found = _LINE.match(line)
        before = runs[-1][-1] if runs[-1] else None
        if found is None or (before is not None and (before["number"] is None) != (found["number"] is None)):
            runs.append([])
        runs[-1] += [found] if found is not None else []
    lists = [run for run in runs if len(run) > 1]
    shown = next((run for run in lists if run[0]["number"] is not None), lists[0] if lists else None)
    if shown is None or not reply.citations:
        return None
    marks = [mark for item in shown for mark in _MARK.findall(item["marks"])]
    cited = {str(one.n): one.passage_id for one in reply.citations}
    passage = next((cited[mark] for mark in marks if mark in cited), reply.citations[0].passage_id)
    options = tuple(
        Option(
            id=item["number"] or str(place), label=_name_of(item["text"]), says=item["text"], execution_ref=passage
        )
        for place, item in enumerate(shown[: tuning.option_pool_max], start=1)
    )
    return OptionSet(id=REASON, options=options)


def _name_of(text: str) -> str:
    """What an item is called: what stands before its colon or dash, else its words."""
    found = _NAME.match(text)
    return found["name"].strip() if found is not None else summarise(text.rstrip(" ."), _LONGEST_NAME)


_LONGEST_NAME = 160


def point(moment: Moment) -> Passed | None:
    """The message as a question about the item that it points at; None for any other message."""
    shown = _in_reach(moment)
    if shown is None:
        return None
    text, pack = moment.message.text, moment.pack
    said = moment.said(text)
    readings = [one for one in read(text, shown.options, pack) if one.by == "place"]
    places = places_in(plain(text), len(shown.options), pack)
    if len(readings) != 1 or len(places) != 1 or not _is_of_list(plain(text), places[0], shown, moment):
        return None
    numbered = next((o for o in shown.options if o.id == str(places[0][0] + 1)), None)
    item, framed = numbered or readings[0].option, said.judged(readings[0])
    if framed.best not in _ASKS:
        return None
    _, start, end = places[0]
    rest = telling_stems(f"{plain(text)[:start]} {plain(text)[end:]}", pack)
    asks = not (pack.asking.question_words | pack.asking.auxiliaries).isdisjoint(keys_of(text))
    chooses = framed.chance(*CHOOSES) >= framed.chance(Does.ASK)
    alone = is_only_name(readings[0]) or chooses or not (rest or asks)
    asked = item.label if alone else _instead(plain(text), start, end, item.label, pack)
    return Passed(
        message=replace(moment.message, text=asked),
        shown=Shown(item=item.says, passage_id=PassageId(item.execution_ref or ""), alone=alone),
    )


def _in_reach(moment: Moment) -> OptionSet | None:
    """The list on the screen, where no list of a host and no question of ours comes before it."""
    asked = moment.thread.open_slots is not None
    others = any(one.origin in (SetOrigin.HOST, SetOrigin.CHOICES, SetOrigin.SLOTS) for one in moment.state.sets)
    return None if asked or others else items_shown(moment.turns, moment.tuning)


def _is_of_list(said: str, place: tuple[int, int, int], shown: OptionSet, moment: Moment) -> bool:
    """Whether the place is one of the list's: by itself, beside what is counted, or beside a word of the list."""
    pack, (_, start, end) = moment.pack, place
    words = words_of(said)
    at = next(n for n, word in enumerate(words) if word.start >= start or word.end > start)
    before, after = (words[at - 1].key if at else ""), (words[at + 1].key if at + 1 < len(words) else "")
    nouns, stems = pack.selecting.ordinal_nouns, Stems(pack)
    elsewhere = frozenset(stems.of([name for names in pack.selecting.cues.values() for name in names]))
    if not elsewhere.isdisjoint(stems.of([key for key in (before, after) if key])):
        return False
    is_figure = words[at].key.isdigit()
    counted = before if is_figure else after
    if counted in nouns | pack.selecting.ordinal_marks or len(words) == 1:
        return True
    listed = telling_stems(" ".join((*(o.label for o in shown.options), moment.turns[-1].message.text)), pack)
    if counted not in pack.values.time_units and listed.intersection(stems.of([counted] if counted else [])):
        return True
    ends = not after or bool(said[end : words[at + 1].start].strip())
    beside = pack.asking.auxiliaries | pack.pursuit.around | pack.pursuit.pleas
    return (ends or after in beside) and (not is_figure or not before or before in pack.words.stop)


def _instead(said: str, start: int, end: int, label: str, pack: Pack) -> str:
    """The message with the item's name where it points: "how much is the Terrace plot"."""
    nouns = pack.selecting.ordinal_nouns | pack.selecting.ordinal_marks
    words = words_of(said)
    before = [word for word in words if word.end <= start]
    after = [word for word in words if word.start >= end]
    begin = before[-1].start if before and before[-1].key in nouns else start
    until = after[0].end if after and after[0].key in nouns | frozenset(keys_of(label)[-1:]) else end
    return f"{said[:begin]}{label}{said[until:]}"
