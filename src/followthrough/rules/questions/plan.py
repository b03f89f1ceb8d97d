"""What a turn will do with a message, and into which parts a question falls (R0-10), without a model.

Invariants: every word that says something is in some part or its context; the part of a single-part message is the
message as it stands; splitting a part again gives the part. A part longer than ``part_max_chars`` is read in brief.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Literal

from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.hearing import NOTHING_HEARD, Act, HeardActs
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Plan, SayText
from followthrough.domain.planned_part import PlannedPart, as_it_stands
from followthrough.rules.hearing.classify import Heard
from followthrough.rules.hearing.pointing import points_at_nothing
from followthrough.rules.language.asking import is_filler
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.guard import empty_message
from followthrough.rules.language.wording import summarise
from followthrough.rules.language.words import keys_of, says, words_of
from followthrough.rules.questions.brief import brief
from followthrough.rules.questions.dividing import Piece, divide
from followthrough.rules.questions.listing import Listing, list_in
from followthrough.rules.questions.subject import Subject
from followthrough.tuning import DEFAULT_TUNING, Tuning


def plan(
    message: Message,
    turn_class: TurnClass,
    thread: Thread,
    pack: Pack,
    tuning: Tuning,
    *,
    acts: HeardActs = NOTHING_HEARD,
) -> Plan:
    """The plan for a message of the given class; ``acts`` say which courtesy it is.

    Raises:
        ValueError: an earlier stage decides messages of this class.
    """
    match turn_class:
        case TurnClass.EMPTY:
            return empty_message()
        case TurnClass.CHAT:
            decision = Decision(lane=Lane.CHAT, reason="greeting")
            return SayText(turn_class=turn_class, decision=decision, say="greeting")
        case TurnClass.ACK:
            return _said_back(message.text, acts, pack, tuning)
        case (
            TurnClass.NEW_QUESTION
            | TurnClass.CONTINUATION
            | TurnClass.SLOT_FILL
            | TurnClass.SLOT_VALUE
            | TurnClass.JURISDICTION_CHANGE
            | TurnClass.INFO_PROVIDED
        ):
            return plan_question(message.text, turn_class, thread, pack, tuning)
        case _:
            raise ValueError(f"a message of class {turn_class.value} is decided before it is planned")


def plan_question(text: str, turn_class: TurnClass, thread: Thread, pack: Pack, tuning: Tuning) -> AnswerQuestion:
    """The plan for a text that asks something: its parts, not yet resolved."""
    pieces = split_question(text, pack, thread.language, tuning)
    return AnswerQuestion(
        turn_class=turn_class,
        decision=Decision(lane=Lane.ANSWER, reason=turn_class.value),
        summary=summarise(text, tuning.objective_summary_max_chars),
        planned=_parts(_brief(_capped(pieces, tuning.plan_max_parts), pack, thread.language, tuning)),
    )


def plan_subject(subject: Subject, heard: Heard, thread: Thread, pack: Pack, tuning: Tuning) -> Plan:
    """The plan for what is asked; a value with nothing to ask of it is noted, what points at nothing is said."""
    if _is_lost(heard, pack):
        decision = Decision(lane=Lane.GUARD, reason="points_at_nothing")
        said = (heard.message.text.strip(),)
        return SayText(turn_class=heard.turn_class, decision=decision, say="points_at_nothing", values=said)
    if not subject.text:
        values = tuple(dict.fromkeys(m.value for m in heard.said.mentions if not m.negated))
        decision = Decision(lane=Lane.ANSWER, reason="slot_noted")
        return SayText(turn_class=heard.turn_class, decision=decision, say="slot_noted", values=values)
    return plan(replace(heard.message, text=subject.text), heard.turn_class, thread, pack, tuning, acts=heard.acts)


def _said_back(text: str, acts: HeardActs, pack: Pack, tuning: Tuning) -> SayText:
    """What is said to thanks, to a farewell, in the user's language where the pack has it, and to what takes note."""
    if acts.chance(Act.GOODBYE) >= tuning.hear_courtesy:
        decision = Decision(lane=Lane.CHAT, reason="farewell")
        return SayText(turn_class=TurnClass.ACK, decision=decision, say=_farewell(set(keys_of(text)), pack))
    said = acts.best is Act.THANKS and says(keys_of(text), pack.phrases.thanks)  # "one moment" is heard as it too
    thanked = said or "thanks" in courtesies(text, pack.phrases)
    decision = Decision(lane=Lane.CHAT, reason="thanks" if thanked else "acknowledgement")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say="thanks" if thanked else "acknowledged")


def _farewell(keys: set[str], pack: Pack) -> Literal["farewell", "farewell_es", "farewell_de"]:
    spanish, german = len(keys & pack.phrases.spanish), len(keys & pack.phrases.german)
    if not spanish and not german:
        return "farewell"
    return "farewell_es" if spanish > german else "farewell_de"


def _is_lost(heard: Heard, pack: Pack) -> bool:
    """Whether the message points at something in a list where there is none; who waits for an answer has read it."""
    asks_now = heard.turn_class in (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION) and heard.waiting is None
    last = heard.history[-1].asked if heard.history else ""
    return asks_now and not heard.given.documents and points_at_nothing(heard.message.text, last, pack)


def waiting_after(planned: Plan, heard: Heard) -> OpenSlots | None:
    """Courtesies leave the question for slots open (field report 6); a value closes it."""
    is_noted = isinstance(planned, SayText) and planned.say == "slot_noted"
    return None if is_noted else heard.waiting


def split_question(
    text: str, pack: Pack, language: str | None = None, tuning: Tuning = DEFAULT_TUNING
) -> list[Piece]:
    """The parts of a question in the order of asking; the whole text, without outer white space, when it is one."""
    text = text.strip()
    pieces = _split_all(Piece(text), pack, language, tuning)
    return pieces if len(pieces) > 1 else [Piece(text)]


def _split_all(whole: Piece, pack: Pack, language: str | None, tuning: Tuning) -> list[Piece]:
    """The piece split as far as it goes, until there are more pieces than any plan has parts, or enough was read.

    Pieces get shorter each time, so that it ends; where each reading takes one part off, that alone takes too long.
    """
    pieces, settled, left = [whole], set[Piece](), _READINGS * len(whole.text)
    while len(pieces) <= _ENOUGH and not settled.issuperset(pieces):
        smaller: list[Piece] = []
        for piece in pieces:
            found = [piece]
            if piece not in settled and left > 0:
                left -= len(piece.text)
                found = _split_once(piece, pack, language, tuning)
            if len(found) == 1:
                settled.add(piece)
            smaller += found
        pieces = _different(smaller)
        if len(smaller) > _ENOUGH:
            break
    return pieces


_ENOUGH = 32  # pieces; beyond the most parts that a plan may be tuned to have
_READINGS = 8  # of as much text as the message has; questions that people ask take 3


def _split_once(piece: Piece, pack: Pack, language: str | None, tuning: Tuning) -> list[Piece]:
    listing = list_in(piece.text, pack)
    found = _of_list(listing, pack, language, tuning) if listing else divide(piece.text, pack, tuning, language)
    whole = len(words_of(piece.text))
    if len(found) < 2 or any(len(words_of(one.text)) >= whole for one in found):
        return [piece]
    return [Piece(one.text, _join(piece.context, one.context)) for one in found]


def _different(pieces: list[Piece]) -> list[Piece]:
    """The pieces, each once: a part asked twice is one part."""
    different: dict[tuple[str, str], Piece] = {}
    for piece in pieces:
        different.setdefault((_normal(piece.text), piece.context), piece)
    return list(different.values())


def _of_list(listing: Listing, pack: Pack, language: str | None, tuning: Tuning) -> list[Piece]:
    """Each item a part; a lead-in that says something goes with each, what comes after with the last."""
    lead = "" if is_filler(listing.lead, pack) else listing.lead.rstrip(" :-–")
    rest = "" if is_filler(listing.rest, pack) else listing.rest
    pieces: list[Piece] = []
    beyond = " ".join(listing.items[_ENOUGH:])
    for item in (*listing.items[:_ENOUGH], *([beyond] if beyond else [])):
        found = [Piece(item)] if item is beyond else divide(item, pack, tuning, language)
        pieces += [replace(piece, text=_join(lead, piece.text)) for piece in found]
    return [*pieces[:-1], replace(pieces[-1], text=_join(pieces[-1].text, rest))]


def _join(first: str, second: str) -> str:
    return f"{first} {second}" if first and second else first or second


def _capped(pieces: list[Piece], most: int) -> list[Piece]:
    """At most that many parts; those beyond it are asked together as the last one."""
    if len(pieces) <= most:
        return pieces
    rest = pieces[most - 1 :]
    return [*pieces[: most - 1], Piece(" ".join(p.text for p in rest), rest[0].context)]


def _brief(pieces: list[Piece], pack: Pack, language: str | None, tuning: Tuning) -> list[Piece]:
    most = tuning.part_max_chars
    return [
        Piece(brief(p.text, pack, language, most=most), brief(p.context, pack, language, most=most)) for p in pieces
    ]


def _parts(pieces: list[Piece]) -> tuple[PlannedPart, ...]:
    """One sub-objective a part, in its own words.

    An id comes from the part's words alone, so the same question has the same id everywhere (F11); the same words
    about something else in one message get an id of their own.
    """
    parts: dict[SubObjectiveId, SubObjective] = {}
    for piece in pieces:
        part = sub_objective(piece.text, piece.context)
        if part.id in parts:
            part = sub_objective(piece.text, piece.context, meaning=f"{piece.context}\n{piece.text}")
        parts[part.id] = part
    return tuple(map(as_it_stands, parts.values()))


def sub_objective(text: str, context: str = "", *, meaning: str | None = None) -> SubObjective:
    """A part whose id comes from what it means: its own words, unless the conversation gives them meaning."""
    return SubObjective(id=_id_of(text if meaning is None else meaning), text=text, context=context)


def _id_of(text: str) -> SubObjectiveId:
    return SubObjectiveId(f"sub_{hashlib.sha256(_normal(text).encode()).hexdigest()[:16]}")


def _normal(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .?!")
