"""What a shown answer tells the user to do: the action list beside the objective (document 000, section 1).

Invariants: an action is a sentence of a document that the reply shows as it stands, with its citation; one that holds
in some case only, or forbids, is none. Nothing here says that something was done: only the user does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from followthrough.domain.conversation import AskedAction, Reply
from followthrough.domain.ids import ActionId
from followthrough.domain.outcome import Clarified, Extract, ExtractKind, Found, Outcome
from followthrough.domain.pack import Pack
from followthrough.rules.language.wording import inert
from followthrough.rules.language.words import keys_of, phrase_at


def actions_of(outcome: Outcome, reply: Reply, pack: Pack, *, turn: int) -> tuple[AskedAction, ...]:
    """What the reply tells the user to do, each once, in the order of showing; empty where it tells nothing."""
    found = {
        action.id: action for extract in _shown(outcome, reply) for action in _action(extract, reply, pack, turn)
    }
    return tuple(found.values())


def _shown(outcome: Outcome, reply: Reply) -> Iterator[Extract]:
    """The sentences that settle a part and stand in the reply; items of lists are steps of something, or cases."""
    answers = outcome.answers if isinstance(outcome, Found | Clarified) else ()
    for answer in answers:
        if answer.complete and answer.doubt is None:
            yield from (
                extract
                for extract in answer.extracts
                if extract.kind is ExtractKind.SENTENCE
                and not extract.superseded
                and inert(extract.text) in reply.text
            )


def _action(extract: Extract, reply: Reply, pack: Pack, turn: int) -> Iterator[AskedAction]:
    if not _orders(extract.text, pack):
        return
    cited = next((one for one in reply.citations if one.passage_id == extract.passage.id), None)
    if cited is not None:
        named = sha256(f"{extract.passage.document_id}\n{extract.quote}".encode(errors="replace")).hexdigest()
        place = replace(cited, quote=extract.quote, start=extract.start, end=extract.end)
        yield AskedAction(id=ActionId(f"act_{named[:16]}"), citation=place, turn=turn)


def _orders(text: str, pack: Pack) -> bool:
    """Whether a sentence tells its reader to do something in any case: "Send the form", "You must bring it"."""
    keys = keys_of(text)
    conditions = pack.clarifying.conditions & pack.joining.subordinators
    if len(keys) < 3 or not conditions.isdisjoint(keys):
        return False
    if keys[0] in pack.asking.addressed:
        duty = phrase_at(keys, 1, pack.values.duties)
        return bool(duty) and keys[1 + duty : 2 + duty] != [] and keys[1 + duty] not in pack.values.negations
    objects = pack.joining.determiners | pack.asking.pronouns
    return keys[0] in pack.values.steps - pack.words.stop and keys[1] in objects
