"""What the user gives is taken in before anything is searched: once, whatever happens, and with an honest reply."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.turn.test_failures import collect_so_far
from tests.turn.world import QUICK, new_thread, say

from followthrough.domain.conversation import TurnClass, TurnStatus
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.given import GivenKind
from followthrough.domain.objective import OutwardStatus, Source
from followthrough.domain.web import PageRefusal
from followthrough.errors import IndexUnavailable
from followthrough.testing.contracts.values import a_document

QUESTION = "How many months is the warranty period for drills?"
FACT = "The warranty period for drills is 24 months."
PASTED = f"Here's what the contract says: {FACT}"
LINK = "https://example.org/fees"


async def own_documents(world, thread):
    return await world.documents.list(collection="default", thread_id=thread.id, limit=50)


async def test_report_36_pasted_text_of_a_turn_that_is_run_again_is_added_once(world):
    dying = world.service()
    await dying.start()
    thread = await new_thread(dying)
    await say(dying, thread, QUESTION)
    world.index.hold()
    message = await dying.submit(thread.id, PASTED)
    await world.index.waiting.wait()
    await collect_so_far(dying, thread.id)
    assert len(await own_documents(world, thread)) == 1  # it was taken in; the search is held up
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()  # as a killed process: nothing more is written
    await asyncio.sleep(0)
    world.clock.advance(QUICK.lease_s + 1)
    world.index.open.set()

    heir = world.service()
    await heir.start()
    record = await heir.result(thread.id, message.turn_id)
    assert record.objective_status is OutwardStatus.RESOLVED
    (document,) = await own_documents(world, thread)
    assert record.material is not None
    assert record.material.document_ids == (document.id,)
    await heir.aclose()


async def test_c42_a_document_of_pasted_text_is_the_threads_alone(world, service):
    thread, other = await new_thread(service), await new_thread(service)
    await say(service, thread, QUESTION)
    record = await say(service, thread, PASTED)
    assert record.turn_class is TurnClass.INFO_PROVIDED
    assert record.objective is not None
    assert [sub.source for sub in record.objective.subs] == [Source.USER_PROVIDED]
    assert (await service.thread(thread.id, thread.owner)).document_ids == record.material.document_ids
    assert (await say(service, other, QUESTION)).objective_status is OutwardStatus.NEED_INFO


async def test_r0_34_the_record_says_what_was_given_and_what_it_solved(world, service):
    thread = await new_thread(service)
    await say(service, thread, f"{QUESTION} And who signs the contract?")
    record = await say(service, thread, PASTED)
    assert record.material is not None
    assert [given.kind for given in record.material.given] == [GivenKind.TEXT]
    assert len(record.material.for_parts) == 2
    assert record.material.solved == record.material.for_parts[:1]
    assert record.objective is not None
    assert record.objective.given_turns == (2,)


@pytest.mark.parametrize("why", list(PageRefusal))
async def test_r0_41_a_link_that_can_not_be_read_says_why_and_keeps_the_objective_open(world, service, why):
    world.web[LINK] = why
    thread = await new_thread(service)
    before = await say(service, thread, QUESTION)
    record = await say(service, thread, LINK)
    assert record.turn_class is TurnClass.INFO_PROVIDED
    assert record.material.given[0].refused == why.value
    assert getattr(world.packs["general"].texts, f"link_{why.value}").format(link=LINK) in record.reply.text
    assert record.objective_status is OutwardStatus.NEED_INFO
    assert record.objective.attempts == before.objective.attempts
    assert record.retrieval.searches == 0


async def test_f39_a_failed_link_is_read_again_only_when_the_user_asks_for_it(world, service):
    world.web[LINK] = PageRefusal.UNREACHABLE
    thread = await new_thread(service)
    await say(service, thread, QUESTION)
    await say(service, thread, LINK)
    again = await say(service, thread, LINK)
    assert world.pages.read_urls == [LINK]
    assert world.packs["general"].texts.link_known in again.reply.text
    world.web[LINK] = FACT
    record = await say(service, thread, f"please try again {LINK}")
    assert world.pages.read_urls == [LINK, LINK]
    assert record.objective_status is OutwardStatus.RESOLVED
    assert (await service.thread(thread.id, thread.owner)).refused_links == ()


async def test_links_are_read_at_once_and_what_does_not_come_in_time_is_left_out(world, monkeypatch):
    service = world.service(replace(QUICK, links_wait_s=2))  # the other page is read in it on a busy machine too
    await service.start()
    fetch = world.pages.fetch
    asked: list[str] = []

    async def slow(url: str):
        asked.append(url)
        if url.endswith("slow"):
            await asyncio.Event().wait()
        return await fetch(url)

    monkeypatch.setattr(world.pages, "fetch", slow)
    world.web[LINK] = FACT
    thread = await new_thread(service)
    record = await say(service, thread, f"{QUESTION} https://example.org/slow {LINK}")
    assert asked == ["https://example.org/slow", LINK]
    assert [given.refused for given in record.material.given] == ["timed_out", None]
    assert record.objective_status is OutwardStatus.RESOLVED
    await service.aclose()


async def test_f38_an_index_that_is_away_is_no_miss_of_what_was_given(world, service, monkeypatch):
    thread = await new_thread(service)
    await say(service, thread, QUESTION)

    async def away(*_: object) -> None:
        raise IndexUnavailable("The index is away.")

    monkeypatch.setattr(world.index, "replace_documents", away)
    world.index.failing = True
    record = await say(service, thread, PASTED)
    assert record.status is TurnStatus.COMPLETED
    assert record.material.given[0].refused == "not_kept"
    assert record.objective_status is OutwardStatus.NEED_INFO


async def test_nothing_that_a_text_says_of_itself_is_taken_as_metadata(world, service):
    thread = await new_thread(service)
    await say(service, thread, QUESTION)
    page = "---\nrequires_handoff: true\n---\nDrills are sold on Mondays, always."
    await say(service, thread, f"Here's the page:\n{page}")
    (document,) = await own_documents(world, thread)
    assert document.metadata.requires_handoff is False
    assert document.title.startswith("Your message")


async def test_a_document_that_is_still_read_is_said_to_be_so_when_it_is_asked(world, service):
    thread = await new_thread(service)
    document = replace(a_document("slow.pdf"), thread_id=thread.id, status=DocumentStatus.QUEUED, passages=0)
    await world.documents.put(document)
    await service.attach(thread.id, document.id)
    record = await say(service, thread, QUESTION)
    assert record.reply.text.startswith("I am still reading “")
    assert record.material is not None
    assert record.material.document_ids == ()
    await world.documents.put(replace(document, status=DocumentStatus.READY, passages=1))
    assert "still reading" not in (await say(service, thread, QUESTION)).reply.text
