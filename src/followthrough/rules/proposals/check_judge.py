"""A model's verdict on whether a passage supports a part of the question: it counts by its quote alone.

Invariants: a verdict above ``no`` has a quote that stands in the passage up to white space and speaks of the part;
with ``yes`` it shows the kind of value asked for, in a passage that has every name, code and number of the part. So
a passage that demands to be believed is not believed (architecture rule 7).
"""

from __future__ import annotations

from followthrough.domain.documents import Passage
from followthrough.domain.model_results import Judged, Verdict
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Extract
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.question import NAMED, Question, TermKind, read_question
from followthrough.rules.evidence.units import extract_of, units_of
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.values import SHAPED, Shown, shows
from followthrough.rules.language.words import Stems, keys_of
from followthrough.tuning import Tuning


def check_judge(
    judged: Judged, part: SubObjective, passage: Passage, pack: Pack, tuning: Tuning
) -> tuple[Verdict, tuple[Extract, ...]] | None:
    """The verdict with the units that its quote stands in; None when it counts for nothing.

    ``no`` has no units. A ``yes`` whose quote does not show what was asked for counts for nothing.
    """
    if judged.verdict is Verdict.NO:
        return Verdict.NO, ()
    span = _place(judged.quote, passage.text)
    if span is None:
        return None
    units = [unit for unit in units_of(passage, pack) if unit.start < span[1] and span[0] < unit.end]
    if not units:
        return None
    stems = Stems(pack)
    question = read_question(part, stems, pack)
    quoted = " ".join(passage.text[unit.start : unit.end] for unit in units)
    if not _speaks_of(question, quoted, passage, stems, tuning):
        return None
    extracts = tuple(extract_of(passage, unit) for unit in units)
    if judged.verdict is Verdict.YES and not (
        _answers(question, part, quoted, passage, pack) and _names_someone(question, part, judged.quote, pack)
    ):
        return None
    return judged.verdict, extracts


def _place(quote: str, text: str) -> tuple[int, int] | None:
    """Where the quote stands in the text, up to white space; None when it does not, or says too little."""
    words = quote.split()
    if len(words) < _LEAST:
        return None
    place = 0
    wanted = " ".join(words)
    flat: list[str] = []
    starts: list[int] = []
    for word in text.split():
        place = text.index(word, place)
        flat.append(word)
        starts.append(place)
        place += len(word)
    joined = " ".join(flat)
    at = joined.find(wanted)
    if at < 0:
        return None
    first = joined.count(" ", 0, at)
    last = joined.count(" ", 0, at + len(wanted))
    return starts[first], starts[last] + len(flat[last])


_LEAST = 2  # words of a quote


def _speaks_of(question: Question, quoted: str, passage: Passage, stems: Stems, tuning: Tuning) -> bool:
    """Whether quote and headings have enough of the asked words, at least one of them the quote's own."""
    own = frozenset(stems.of(keys_of(quoted)))
    above = frozenset(stems.of(keys_of(" ".join((passage.document_name, *passage.heading, passage.context)))))
    asked = [t.stem for t in question.asked if t.kind is not TermKind.LIGHT]
    if not asked:
        return False
    return bool(own.intersection(asked)) and sum(s in own or s in above for s in asked) >= (
        tuning.judged_min_cover * len(asked)
    )


def _names_someone(question: Question, part: SubObjective, quote: str, pack: Pack) -> bool:
    """Whether the quoted words themselves name whoever is asked for; the sentence around them may name anybody."""
    shown = Shown(quote, keys_of(quote), frozenset(keys_of(part.query)), pack)
    return question.kind is not Kind.WHO or shows(Kind.WHO, shown)


def _answers(question: Question, part: SubObjective, quoted: str, passage: Passage, pack: Pack) -> bool:
    """Whether the passage has what must occur, and the quote shows the kind of value where that has a shape."""
    whole = " ".join((passage.text, passage.document_name, *passage.heading, passage.context))
    here = frozenset(Stems(pack).of(keys_of(whole)))
    if any(term.stem not in here for term in question.terms if term.kind in NAMED and not term.story):
        return False
    shown = Shown(quoted, keys_of(quoted), frozenset(keys_of(part.query)), pack)
    return question.kind not in SHAPED or shows(question.kind, shown)
