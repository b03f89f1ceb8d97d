"""The one question that is asked after the search: which of several things is meant (issue 7, "underspecified").

A question leaves it open where it points at a thing that nothing names ("this clinic"), or where the documents that
were found are each about another thing of the kind that it asks about. Invariants: what is answered completely is
asked about only where several documents answer it, each for a thing of its own; nothing is asked twice, and nothing
where the user gave documents: these are what is pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnClass
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import RankedPassage, Retrieval
from followthrough.rules.followups.conversation import exchanges_of
from followthrough.rules.followups.references import references_in
from followthrough.rules.language.wording import inert, shown
from followthrough.rules.language.words import Stems, keys_of, words_of
from followthrough.rules.lists.option_sets import visible
from followthrough.rules.which_one.referents import Referent, nouns_of, points_at_list, unnamed
from followthrough.rules.which_one.titled import Reading, Titled, label_of, titled
from followthrough.tuning import Tuning

_QUESTIONS = (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION)
_LEAST_SHARED = 2  # asked words in titles by which documents are of the kind that is asked about


def which_one(
    asked: AnswerQuestion,
    message: Message,
    found: Sequence[Retrieval],
    answers: Sequence[PartAnswer],
    *,
    thread: Thread,
    turns: Sequence[StoredTurn],
    pack: Pack,
    tuning: Tuning,
) -> OpenSlots | None:
    """The question which one is meant, None where the question says it.

    Args:
        asked: what was searched.
        message: the message.
        found: what was found for each part.
        answers: what each part's passages answer.
        thread: as it was before the turn.
        turns: what was said before it, oldest first.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    own = asked.given or thread.document_ids
    waits = thread.open_slots is not None and thread.open_slots.kind is Waits.UNDERSPECIFIED
    if own or waits or asked.turn_class not in _QUESTIONS or any(r.failed for r in found):
        return None
    before = [said for one in exchanges_of(turns, pack) for said in (one.message, one.reply)]
    passages = [p for one in found for p in one.passages if not p.superseded]
    text, turn = message.text, message.index
    asking = _Asking(text, before, passages, pack, things=tuning.things_max)
    settled = all(answer.complete for answer in answers)
    if (kinds := asking.readings(tuning.readings_max, settled=settled)) is not None:
        return question_of(text, asking.phrase_of(kinds), kinds.readings, pack, turn)
    is_of_list = bool(visible(thread.continuity)) and points_at_list(text, pack)
    thing = None if settled or is_of_list else asking.thing()
    return None if thing is None else question_of(text, thing.words, (), pack, turn)


def stands_alone(unclear: OpenSlots | None) -> bool:
    """Whether it is asked without an answer: what is meant decides, and it offers a list to choose from."""
    return unclear is not None and unclear.option_set is not None and not unclear.slots


def still_asked(unclear: OpenSlots, answers: Sequence[PartAnswer], pack: Pack) -> bool:
    """Whether the question is asked once the answers were read; beside them, where it offers nothing to choose from.

    What is answered leaves nothing open. What is only likely does for a thing that may be a kind ("those usb keys",
    "the loan"), and not for a single one that is pointed at: it says nothing of which one is meant.
    """
    if unclear.option_set is not None or unclear.slots:
        return True
    first = next(iter(keys_of(unclear.phrase)), "")
    is_single = first in pack.following.demonstratives and first not in pack.selecting.several
    return not all(answer.complete or (answer.likely and not is_single) for answer in answers)


class _Asking:
    """One message, what was said before it, and what was found for it."""

    def __init__(
        self, text: str, before: Sequence[str], passages: Sequence[RankedPassage], pack: Pack, *, things: int
    ) -> None:
        self._text, self._before, self._passages, self._pack = text, before, passages, pack
        self._stems = Stems(pack)
        self._told = frozenset(self._stems.of([key for said in before for key in keys_of(said)]))
        self._things = unnamed(text, before, pack, most=things)

    def thing(self) -> Referent | None:
        """The thing that is pointed at, unless just one document speaks of such a thing: that one is meant."""
        return next((one for one in self._things if one.pointed and self._documents_with(one) != 1), None)

    def _documents_with(self, thing: Referent) -> int:
        nouns = frozenset(self._stems.of(nouns_of(thing.noun, self._pack)))
        texts = ((p.passage.document_id, f"{p.passage.document_name} {p.passage.text}") for p in self._passages)
        return len({of for of, text in texts if not nouns.isdisjoint(self._stems.of(keys_of(text)))})

    def readings(self, most: int, *, settled: bool) -> Titled | None:
        """The things of the kind that is asked about, each with a document of its own that says something on it.

        Where the question is answered all the same, each must say about as much.
        """
        pack = self._pack
        if not pack.ambiguity.across.isdisjoint(keys_of(self._text)):
            return None
        found = self._titled()
        if found is None:
            return None
        rest = frozenset(self._stems.of([k for k in keys_of(self._text) if k not in pack.words.stop])) - found.shared
        says = [self._says(reading, rest) for reading in found.readings]
        least = _AS_MUCH * max(says) if settled else 0.0
        kept = [r for r, said in zip(found.readings, says, strict=True) if said > 0 and said >= least]
        return Titled(readings=tuple(kept[:most]), shared=found.shared) if len(kept) > 1 else None

    def _titled(self) -> Titled | None:
        """Titles of the thing that is pointed at; else of what several words of the question name."""
        for thing in self._things:
            kind = frozenset(self._stems.of(nouns_of(thing.noun, self._pack)))
            if (found := titled(self._text, self._told, self._passages, self._pack, kind)) is not None:
                return found
        found = titled(self._text, self._told, self._passages, self._pack)
        points = bool(references_in(self._text, self._pack)) and not self._things
        return None if found is None or points or len(found.shared) < _LEAST_SHARED else found

    def _says(self, reading: Reading, rest: frozenset[str]) -> float:
        """The share of the question's other words in the passages of the reading."""
        if not rest:
            return 1.0
        texts = [p.passage.text for p in self._passages if label_of(p.passage.document_name) == reading.label]
        here = frozenset(self._stems.of([key for text in texts for key in keys_of(text)]))
        return len(rest & here) / len(rest)

    def phrase_of(self, found: Titled) -> str:
        """The question's words for the kind of thing, in whose place one of them can stand; empty without."""
        for thing in self._things:
            if found.shared <= frozenset(self._stems.of(nouns_of(thing.noun, self._pack))):
                return thing.words
        words = words_of(self._text)
        of = self._stems.of([w.key for w in words])
        places = [place for place, stem in enumerate(of) if stem in found.shared]
        last = max(of.index(stem) for stem in found.shared)
        first = max(place for place in places if found.shared <= set(of[place : last + 1]))
        if last - first >= len(found.shared) + _BETWEEN:
            return ""
        return self._text[words[first].start : words[last].end].removesuffix("'s").removesuffix("’s")


_AS_MUCH = 0.5  # of what the documents of the best reading say of the question
_BETWEEN = 2  # small words among the words of a kind: "season of the"


def question_of(
    text: str, phrase: str, readings: Sequence[Reading], pack: Pack, turn: int, *, lead: str = ""
) -> OpenSlots:
    """The question, with its readings numbered where there are some; ``lead`` stands for the pack's words."""
    texts = pack.texts
    if readings:
        names = [shown(reading.label) for reading in readings]
        if len(set(names)) < len(names):  # they begin alike, and are told apart by their ends
            names = [inert(reading.label) for reading in readings]
        lines = [f"{n}. {name}" for n, name in enumerate(names, start=1)]
        question = "\n\n".join((lead or texts.which_of, "\n".join(lines), texts.which_reply))
    else:
        question = texts.which_one.format(words=shown(phrase))
    options = tuple(Option(id=f"reading.{n}", label=reading.label) for n, reading in enumerate(readings, start=1))
    return OpenSlots(
        slots=(),
        question=question,
        original=text,
        asked_at_turn=turn,
        option_set=OptionSet(id=f"readings-{turn}", options=options) if options else None,
        kind=Waits.UNDERSPECIFIED,
        phrase=phrase,
    )
