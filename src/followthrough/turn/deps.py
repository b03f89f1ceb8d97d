"""What a turn needs from the world, what it starts from, and the watch it carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from followthrough.domain.continuity import OptionSet
from followthrough.domain.conversation import Message, StoredTurn, Thread
from followthrough.domain.documents import Document, DocumentMetadata
from followthrough.domain.framing import Framed, Frames
from followthrough.domain.hearing import NOTHING_HEARD, HeardActs
from followthrough.domain.ids import SubObjectiveId, ThreadId
from followthrough.domain.pack import Pack
from followthrough.domain.rollout import ALL_OFF, Flags
from followthrough.ports.clock import Clock
from followthrough.ports.document_reader import Refused
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.hearer import Hearer
from followthrough.ports.ids import IdSource
from followthrough.ports.language_model import LanguageModel
from followthrough.ports.live_events import LiveEvents
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.reader import Reader
from followthrough.ports.session_store import SessionStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.ports.web import PageReader, WebSearch
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.lanes.perform import Moment
from followthrough.rules.lists.option_sets import state_of
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.tuning import Tuning
from followthrough.turn.known import KnownNames
from followthrough.turn.switches import Switches


class Intake(Protocol):
    """Puts documents into the index; the library does."""

    async def take_in(
        self,
        *,
        data: bytes,
        name: str,
        source: str,
        collection: str,
        thread_id: ThreadId | None = None,
        metadata: DocumentMetadata | None = None,
    ) -> Document | Refused:
        """Reads and indexes a document: found by its words when this returns. Arguments as for ``Library.add``.

        Raises:
            DependencyError: the store, the index or the tokenizer fails.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDeps:
    """The ports a turn uses. ``packs`` holds every loaded pack by name, ``reader`` tells what answers.

    ``hearer`` hears what a message does; without one only exact phrases count.
    ``model`` is asked within the turn's budget (``turn.model_calls``), all turns of a day together within
    ``model_daily_tokens``.
    ``sessions`` are those of the database, ``near_sessions`` those of a quicker store beside it. ``live`` passes
    events on to readers in other processes. ``handoff_wait_minutes`` is how long a person is waited for,
    ``handoff_told`` whether somebody outside is told, ``handoff_operators`` whether people look after the list.
    ``switches`` say which flags hold, ``rules`` which version of the rules decides, ``keep_words`` whether records of
    decisions keep the user's words. ``strict_loop``: a message is one answer to a document's question,
    whatever it says (C37). ``thread_actions``: what answers tell the user to do is kept.
    """

    threads: ThreadStore
    documents: DocumentStore
    index: PassageIndex
    embedder: Embedder
    clock: Clock
    ids: IdSource
    packs: Mapping[str, Pack]
    tuning: Tuning
    known: KnownNames
    sessions: SessionStore
    live: LiveEvents
    reader: Reader
    hearer: Hearer | None = None
    near_sessions: SessionStore | None = None
    intake: Intake
    pages: PageReader
    search: WebSearch
    model: LanguageModel
    model_daily_tokens: int | None = None
    switches: Switches
    rules: str = ""
    keep_words: bool = False
    handoff_wait_minutes: float = 15.0
    handoff_told: bool = False
    handoff_operators: bool = False
    strict_loop: bool = False
    thread_actions: bool = True

    @property
    def person_comes(self) -> bool:
        """Whether a person can be promised: somebody is told of a hand-off, or looks after the list of them."""
        return self.handoff_told or self.handoff_operators


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a turn starts from: the message, the thread before it, the thread's pack, its last turns and known names.

    ``turns`` are the ended ones that resolution may look back on, oldest first. ``flags`` hold in the thread;
    ``lists`` are those that the message names (``turn.named_lists``), ``heard`` is what the message does,
    ``frames`` what it does with the options of the lists it may be about. ``dropped`` are parts that it takes back.
    ``calls``: it calls for a person beside its question.
    """

    message: Message
    thread: Thread
    pack: Pack
    known: Gazetteer
    turns: tuple[StoredTurn, ...] = ()
    flags: Flags = ALL_OFF
    lists: tuple[OptionSet, ...] = ()
    heard: HeardActs = NOTHING_HEARD
    frames: Frames = field(default_factory=dict[str, Framed])
    dropped: frozenset[SubObjectiveId] = frozenset()
    calls: bool = False

    @property
    def longest(self) -> int:
        """Characters of the longest message that the turn reads: its own or one before it."""
        return max(len(message.text) for message in (self.message, *(turn.message for turn in self.turns)))

    def moment(self, tuning: Tuning) -> Moment:
        """What the lanes look at."""
        return Moment(
            message=self.message,
            thread=self.thread,
            turns=self.turns,
            state=state_of(self.thread),
            pack=self.pack,
            tuning=tuning,
            flags=self.flags,
            lists=self.lists,
            hearing=Hearing(self.heard, tuning),
            frames=self.frames,
        )


class Stopwatch:
    """Milliseconds by stage, in the order the stages ended."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = self._last = clock.monotonic_ms()
        self._laps: list[tuple[str, float]] = []

    def lap(self, stage: str) -> None:
        """The stage that just ended took the time since the last lap."""
        now = self._clock.monotonic_ms()
        self._laps.append((stage, round(now - self._last, 3)))
        self._last = now

    def laps(self) -> tuple[tuple[str, float], ...]:
        """Every stage so far, then ``total``."""
        total = round(self._clock.monotonic_ms() - self._start, 3)
        return (*self._laps, ("total", total))
