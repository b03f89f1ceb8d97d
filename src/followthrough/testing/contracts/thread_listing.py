"""The contract of ``ThreadStore``: the list of threads, what is found in it, and how far each thread is."""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.handoff import Origin
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.records import Pinned, Renamed, TurnEnded
from followthrough.domain.thread_list import Place, ThreadMark, ThreadWish
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.finding import words_of
from followthrough.testing.contracts.thread_turns import ANN, BOB, T1, T2, OpenThreadStore, end, send
from followthrough.testing.contracts.values import NOON, a_thread, a_turn, moment

RECENT = ThreadWish(by_activity=True, with_empty=False)


async def ids(store: ThreadStore, wish: ThreadWish, before: Place | None = None, limit: int = 50) -> list[str]:
    """Ann's threads."""
    return [one.thread.id for one in await store.browse(ANN, wish, before=before, limit=limit)]


class ListingContract:
    """Listing, pinning and finding threads."""

    async def test_the_newest_message_decides_and_empty_threads_are_left_out(
        self, open_store: OpenThreadStore
    ) -> None:
        """By their beginning the order is another one."""
        store = await open_store()
        for number in (1, 2, 3):
            await store.create(replace(a_thread(f"t-{number}"), created_at=moment(number)))
        await store.create(a_thread("t-bob", owner="bob"))
        assert await ids(store, RECENT) == []
        await send(store, 4, T2)
        await send(store, 5, T1)
        assert await ids(store, RECENT) == ["t-1", "t-2"]
        assert await ids(store, ThreadWish()) == ["t-3", "t-2", "t-1"]
        assert await ids(store, ThreadWish(by_activity=True)) == ["t-1", "t-2", "t-3"]
        assert list(await store.browse(OwnerId("a\x00b"), RECENT)) == []

    async def test_pages_follow_each_other_whatever_happens_between(self, open_store: OpenThreadStore) -> None:
        """A place is a time and an id, so a thread that moves up, or goes, moves nothing else."""
        store = await open_store()
        for number in (1, 2, 3, 4):
            await store.create(replace(a_thread(f"t-{number}"), created_at=NOON))
        first = await store.browse(ANN, ThreadWish(by_activity=True), limit=2)
        assert [one.thread.id for one in first] == ["t-4", "t-3"]
        place = (first[-1].last_at, first[-1].thread.id)
        await send(store, 1, first[-1].thread.id)
        await store.delete(first[0].thread.id)
        assert await ids(store, ThreadWish(by_activity=True), before=place) == ["t-2", "t-1"]

    async def test_a_pinned_thread_is_listed_as_such(self, open_store: OpenThreadStore) -> None:
        """Pinning is no activity."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        await store.create(a_thread("t-2"))
        before = await store.browse(ANN, ThreadWish())
        after = await store.commit(thread_id=T1, record=Pinned(pinned=True, at=moment(9)), expected_version=0)
        assert after.pinned
        assert await ids(store, ThreadWish(is_pinned=True)) == ["t-1"]
        assert await ids(store, ThreadWish(is_pinned=False)) == ["t-2"]
        assert [one.last_at for one in await store.browse(ANN, ThreadWish())] == [one.last_at for one in before]
        await store.commit(thread_id=T1, record=Pinned(pinned=False, at=moment(9)), expected_version=1)
        assert await ids(store, ThreadWish(is_pinned=True)) == []

    async def test_words_are_found_in_titles_questions_and_answers(self, open_store: OpenThreadStore) -> None:
        """All in one place; case and accents make no difference, a sign of a pattern means itself."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        await store.create(a_thread("t-2", title="Überweisung 42% fällig"))
        message = await send(store, 1)
        turn = a_turn(message)
        said = replace(turn, reply=replace(turn.reply, text="Le café ouvre à 7_40."))
        await store.commit(thread_id=T1, record=TurnEnded(turn=said), expected_version=0)
        for query, found in (
            ("CAFE ouvre", ["t-1"]),
            ("7_40", ["t-1"]),
            ("7x40", []),
            ("4_%", []),
            ("42%", ["t-2"]),
            ("uberweisung FÄLLIG", ["t-2"]),
            ("cafe fällig", []),
        ):
            assert await ids(store, ThreadWish(words=words_of(query))) == found, query
        [one] = await store.browse(ANN, ThreadWish(words=words_of("ouvre")))
        assert one.found_at == 1
        [titled] = await store.browse(ANN, ThreadWish(words=words_of("uberweisung")))
        assert titled.found_at is None
        assert list(await store.browse(BOB, ThreadWish(words=words_of("ouvre")))) == []
        await store.commit(thread_id=T2, record=Renamed(title="Miete", at=moment(2)), expected_version=0)
        assert await ids(store, ThreadWish(words=words_of("uberweisung"))) == []
        assert await ids(store, ThreadWish(words=words_of("miete"))) == ["t-2"]

    async def test_a_note_to_the_assistant_is_not_found(self, open_store: OpenThreadStore) -> None:
        """The user never sees it."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        note = await store.accept(
            thread_id=T1,
            turn_id=TurnId("n"),
            text="upset",
            received_at=NOON,
            client_message_id=None,
            origin=Origin.NOTE,
        )
        await store.commit(thread_id=T1, record=TurnEnded(turn=a_turn(note)), expected_version=0)
        assert await ids(store, ThreadWish(words=("upset",))) == []

    async def test_a_branch_is_found_by_what_it_begins_with(self, open_store: OpenThreadStore) -> None:
        """And deleting a thread takes its words along."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        message = await send(store, 1)
        ended, _ = await end(store, message, 0)
        copy = replace(message, turn_id=TurnId("copy"), thread_id=T2, client_message_id=None)
        await store.create(a_thread("t-2"), [TurnEnded(turn=replace(ended.turn, message=copy, copied=True))])
        words = words_of(message.text)[:1]
        assert sorted(await ids(store, ThreadWish(words=words))) == ["t-1", "t-2"]
        await store.delete(T1)
        assert await ids(store, ThreadWish(words=words)) == ["t-2"]

    async def test_a_mark_moves_with_everything_that_happens(self, open_store: OpenThreadStore) -> None:
        """A message, its answer, a name."""
        store = await open_store()
        await store.create(a_thread("t-1"))
        message = await send(store, 1)
        assert list(await store.marks(ANN, limit=5)) == [ThreadMark(thread_id=T1, version=0, messages=1)]
        await end(store, message, 0)
        await store.commit(thread_id=T1, record=Renamed(title="Rent", at=moment(2)), expected_version=1)
        assert list(await store.marks(ANN, limit=5)) == [ThreadMark(thread_id=T1, version=2, messages=1)]
        assert list(await store.marks(BOB, limit=5)) == []

    async def test_marks_of_threads_that_are_named(self, open_store: OpenThreadStore) -> None:
        """By id, whoever's they are; what is not there is left out."""
        store = await open_store()
        for name, owner in (("t-2", "bob"), ("t-1", "ann")):
            await store.create(a_thread(name, owner=owner))
        asked = [T2, ThreadId("nowhere"), ThreadId("\0"), T1]
        assert list(await store.marks_of(asked)) == [
            ThreadMark(thread_id=one, version=0, messages=0) for one in (T1, T2)
        ]
        assert list(await store.marks_of([])) == []
