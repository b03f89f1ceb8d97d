"""What a message gives instead of asking: files, links, pasted text, a code, a fact, other words for a question.

Invariants: a question gives nothing, whatever opens it (F17); words alone are taken only for parts that are open;
nothing is taken that the message does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.documents import Passage
from followthrough.domain.given import Offered
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import Ranked, RankedPassage, Retrieval
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.hearing.pasted import pasted_in
from followthrough.rules.hearing.rephrase import rephrase_of
from followthrough.rules.hearing.statement import statement_of
from followthrough.rules.language.asking import asks
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import Stems, keys_of, phrase_at, says
from followthrough.rules.objective.unsolved import asked_for, open_parts, part_meant, telling_stems
from followthrough.rules.web.links import links_in, normalise_link
from followthrough.tuning import Tuning


def read_given(message: Message, thread: Thread, pack: Pack, tuning: Tuning) -> Offered:
    """What the message gives, read against the parts of the thread that are open."""
    parts = open_parts(thread)
    asked = asked_for(thread)
    links, text = _links(message)
    again = says(keys_of(text), pack.giving.again)
    offered = Offered(files=message.attachments, links=links, again=again)
    if parts and not offered.documents and (words := _rephrase(text, thread, parts, asked, pack)) is not None:
        return replace(words, again=again)
    pasted = pasted_in(text, pack)
    if pasted is not None:
        text = f"{pasted.before} {pasted.after}".strip()
        offered = replace(offered, pasted=pasted.text)
    if offered.documents:
        return _with_question(offered, text, parts, pack)
    if not parts:
        return replace(offered, question=text)
    if _is_text_on(text, parts, pack, tuning):
        return replace(offered, pasted=text.strip())
    stated = statement_of(text, parts, pack, just_asked=_just_tried(thread, parts))
    if stated is not None:
        return replace(offered, stated=stated, about=part_meant(text, parts, asked, pack).id)
    return replace(offered, question=text)


def given_again(message: Message) -> Offered:
    """The files and links of a message that asks for another try: they are used, and read, again (report 34)."""
    links, _ = _links(message)
    return Offered(files=message.attachments, links=links, again=True)


def _links(message: Message) -> tuple[tuple[str, ...], str]:
    """The message's links, and its text without them."""
    within = links_in(message.text)
    text = message.text
    for start, end, _ in reversed(within):
        text = text[:start] + text[end:]
    beside = tuple(link for given in message.links if (link := normalise_link(given)) is not None)
    links = tuple(dict.fromkeys((*beside, *(link for _, _, link in within))))
    return links, text if not within else text.strip()


def _rephrase(
    text: str, thread: Thread, parts: Sequence[SubObjective], asked: SubObjective | None, pack: Pack
) -> Offered | None:
    said = rephrase_of(text, pack, just_asked=_just_tried(thread, parts))
    if said is None:
        return None
    return Offered(rephrased=said, about=part_meant(said.text, parts, asked, pack).id)


def _just_tried(thread: Thread, parts: Sequence[SubObjective]) -> bool:
    """Whether the last turn looked for one of the open parts and left it open."""
    return any(part.last_tried_turn == thread.turns for part in parts)


def _with_question(offered: Offered, text: str, parts: Sequence[SubObjective], pack: Pack) -> Offered:
    """What is given, with what the words around it ask.

    Beside open parts only a question of its own counts: "does this help?" and the open question again ask for
    nothing else, and what is told of the material is no question.
    """
    own = [key for key in _own_words(text, pack) if key not in _stems_of(parts, pack)]
    keys = keys_of(text)
    if parts:
        asking = bool(own) and (asks(text, pack) or says(keys, pack.giving.wants))
    else:
        wants_value = asks(text, pack) and wanted(keys, pack).kind not in _POINTS_AT_ANY
        asking = wants_value or (bool(own) and (asks(text, pack) or not offered.pasted))
    return replace(offered, question=text.strip() if asking else "")


_POINTS_AT_ANY = (Kind.OPEN, Kind.YES_NO, Kind.DEFINITION)  # "can you check this?", "what is this?"


def _own_words(text: str, pack: Pack) -> list[str]:
    """The stems of the words that are about something else than the material itself."""
    keys = keys_of(text)
    giving = pack.giving
    around = (giving.helps, giving.leads, giving.sources, giving.pointers, giving.again)
    small = (
        pack.words.stop,
        pack.words.light,
        pack.asking.question_words,
        pack.phrases.asides,
        pack.phrases.greetings,
    )
    place = 0
    own: list[str] = []
    while place < len(keys):
        length = max(phrase_at(keys, place, some) for some in (*around, *small))
        if not length:
            own.append(keys[place])
        place += max(length, 1)
    return Stems(pack).of(own)


def _stems_of(parts: Sequence[SubObjective], pack: Pack) -> frozenset[str]:
    return frozenset(stem for part in parts for stem in telling_stems(f"{part.query} {part.effective}", pack))


def _is_text_on(text: str, parts: Sequence[SubObjective], pack: Pack, tuning: Tuning) -> bool:
    """Whether a text that nothing announces reads as a document that answers an open part.

    It asks nothing, wants nothing, and holds what is missing; what someone tells of a case does not (F17).
    """
    keys = keys_of(text)
    if len(keys) < tuning.paste_min_words or asks(text, pack) or says(keys, pack.giving.wants):
        return False
    found = Retrieval(query=text, passages=(_as_passage(text),))
    return any(answer_part(part, found, pack, tuning).complete for part in parts)


def _as_passage(text: str) -> RankedPassage:
    passage = Passage(
        id=PassageId("given"),
        document_id=DocumentId("given"),
        document_name="",
        collection="",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
    )
    return RankedPassage(passage=passage, ranked=Ranked(passage_id=passage.id, score=1.0))
