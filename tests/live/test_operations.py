"""Operators and owners have pages of their own (issue 17, point 7): what each shows, and who may see it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from followthrough.channels.http.keys import new_key
from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId, OwnerId, ThreadId

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, UNKNOWN, Product
from .test_page import answered, ask, thread_of
from .test_page_keyboard import faults

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PERSON = "Can I talk to a person?"
PAGES = ["handoffs", "unanswered", "report", "guard", "feedback", "keys"]


async def asked(running: Product, *texts: str, owner: str = "local") -> ThreadId:
    """A conversation in which these messages were answered."""
    turns = running.system.turns
    thread = await turns.create_thread(owner=OwnerId(owner), collection="default", pack="general")
    for text in texts:
        await turns.result(thread.id, (await turns.submit(thread.id, text)).turn_id)
    return thread.id


@pytest_asyncio.fixture(loop_scope="session")
async def nobody_waits(running: Product) -> AsyncIterator[None]:
    """Gives back, before and after a test, what an earlier one has left with people."""

    async def give_back() -> None:
        for stored in await running.system.services.handoffs.list():
            if await running.system.services.threads.get(stored.handoff.thread_id) is not None:
                await running.system.people.give_back(stored.handoff.thread_id)

    await give_back()
    yield
    await give_back()


@pytest_asyncio.fixture(loop_scope="session")
async def without_keys(running: Product) -> AsyncIterator[None]:
    """Takes back the keys that a test makes: with one in force every other test would need one."""
    yield
    keys = running.system.services.keys
    for key in await keys.list():
        await keys.revoke(key.id, running.system.services.clock.now())


async def way(page: Page, name: str) -> None:
    await page.get_by_role("navigation").get_by_role("link", name=name).click()
    await expect(page.locator("h1")).to_have_text(name)


@pytest.mark.usefixtures("nobody_waits")
async def test_a_person_takes_a_conversation_answers_and_gives_it_back(visit: Visit, running: Product) -> None:
    operator = await visit(path="/operations")
    await expect(operator.get_by_text("Nobody waits for a person.")).to_be_visible()
    user = await visit()
    await ask(user, FILING)
    await answered(user)
    await ask(user, PERSON)
    await answered(user, 2)
    row = operator.get_by_role("link", name=FILING)
    await expect(row).to_be_visible()  # by itself
    await expect(operator.locator(".waiting-count")).to_have_text("1 waiting")
    await expect(user.get_by_role("link", name="Operations 1 waiting")).to_be_visible()
    await row.click()
    await expect(operator.locator("h1")).to_be_focused()
    await expect(operator.locator(".told")).to_contain_text("120 days")
    await operator.get_by_role("button", name="Take it").click()
    await expect(operator.get_by_label("Your answer to the user")).to_be_focused()
    await expect(operator.get_by_text("A person has it")).to_be_visible()
    await operator.keyboard.type("I have resent the form.")
    await operator.keyboard.press("Tab")
    await operator.keyboard.press("Enter")
    await expect(user.locator(".by-person")).to_have_text("A person wrote")
    await expect(operator.locator(".said").last).to_contain_text("I have resent the form.")
    await ask(user, "Thanks, it is there.")
    await expect(operator.locator(".said-user").last).to_contain_text("Thanks, it is there.")  # by itself
    await operator.locator("summary").click()
    await operator.get_by_label("What happened, for the assistant").fill("They were upset.")
    await operator.get_by_role("button", name="Give it back to the assistant").click()
    await expect(operator.get_by_text("Nobody waits for a person.")).to_be_visible()
    await expect(user.locator(".turn .state").last).to_have_text("The conversation is the assistant's again.")
    await expect(user.get_by_text("upset")).to_have_count(0)


@pytest.mark.usefixtures("nobody_waits")
async def test_a_conversation_of_another_channel_is_answered_too(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("404")  # what is read of it in the moment in which it is given back is gone
    thread_id = await asked(running, PERSON, owner="telegram:7")
    page = await visit(path="/operations#handoffs", width=390)
    await expect(page.locator(".row-about")).to_contain_text("Telegram")
    await page.locator(".row-title").click()
    await page.get_by_label("Your answer to the user").fill("Good morning.")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".said").last).to_contain_text("Good morning.")
    turns = await running.system.services.threads.turns(thread_id, after_index=0, limit=9)
    assert [turn.record.reply.text for turn in turns if turn.record][-1] == "Good morning."
    await running.system.people.give_back(thread_id)
    await expect(page.get_by_text("This conversation is with nobody any more")).to_be_visible()  # by itself
    await expect(page.get_by_role("button", name="Send")).to_be_hidden()


async def test_what_is_not_answered_is_grouped_by_what_is_missing_and_saved(visit: Visit, running: Product) -> None:
    for text in ("Is there *parking* at the harbor?", "Where is parking at the harbor?", UNKNOWN):
        await asked(running, text)
    page = await visit(path="/operations#unanswered")
    group = page.get_by_role("heading", name="No document speaks of it")
    await expect(group).to_be_visible()
    row = page.get_by_role("row", name="Where is parking at the harbor?")
    await expect(row.get_by_role("cell").last).to_have_text("2")
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Download as Markdown").click()
    text = Path(await (await saving.value).path()).read_text(encoding="utf-8")
    assert "## No document speaks of it" in text
    assert "- [ ] Where is parking at the harbor? (Asked in 2 questions)" in text
    await page.get_by_label("Period").select_option("24h")
    await expect(page).to_have_url(f"{running.address}/operations#unanswered/24h")
    await expect(row).to_be_visible()


async def test_the_report_and_the_guard_have_their_numbers_beside_the_plots(visit: Visit, running: Product) -> None:
    await asked(running, FILING)
    page = await visit(path="/operations#report")
    solved = page.get_by_role("row", name=re.compile("^Solved"))
    told = await (await page.request.get(f"{running.address}/v1/report")).json()
    await expect(solved).to_contain_text(f"{told['statuses']['resolved']['count']} (")
    await expect(solved.locator("svg rect")).to_have_count(2)  # the share and its interval
    await way(page, "Rollout guard")
    await expect(page.get_by_text("Verdict: Not enough data")).to_be_visible()
    await page.get_by_label("Baseline").fill("7d")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("against 7d (")).to_be_visible()
    await expect(page.get_by_role("row", name="Decisions")).to_be_visible()


async def test_a_side_that_is_none_is_said_and_can_be_mended(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    page = await visit(path="/operations#guard")
    await page.get_by_label("Candidate").fill("yesterday")
    await page.get_by_role("button", name="Compare").click()
    await expect(page.locator("#notice")).to_contain_text("neither a length nor two days")
    await page.get_by_label("Candidate").fill("7d")
    await page.get_by_role("button", name="Compare").click()
    await expect(page.get_by_text("7d (")).to_be_visible()
    await expect(page.locator("#notice")).to_be_hidden()


async def test_feedback_stands_by_its_question_and_leads_to_the_conversation(visit: Visit, running: Product) -> None:
    user = await visit()
    await ask(user, FILING)
    await answered(user)
    turn = await user.locator(".turn").get_attribute("data-turn")
    path = f"{running.address}/v1/threads/{thread_of(user)}/turns/{turn}/feedback"
    await user.request.post(path, data={"rating": "down", "note": "Last year's limit."})
    page = await visit(path="/operations#feedback")
    row = page.get_by_role("listitem").filter(has_text="Last year's limit.")
    await expect(row).to_contain_text(FILING)
    await row.locator("summary").click()
    await expect(row.locator(".reply-text")).to_contain_text("120 days")
    await page.get_by_label("Show").select_option("up")
    await expect(page.get_by_text("No reader said")).to_be_visible()
    await page.get_by_label("Show").select_option("down")
    await row.get_by_role("link", name="Open the conversation").click()
    await expect(page.locator(".turn-linked")).to_contain_text(FILING)


@pytest.mark.usefixtures("nobody_waits")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
async def test_every_page_fits_and_axe_has_nothing_against_it(
    visit: Visit, running: Product, scheme: str, width: int
) -> None:
    await asked(running, TWO_PARTS, UNKNOWN, PERSON)
    page = await visit(path="/operations", width=width, height=844, color_scheme=scheme)
    found: list[str] = []
    for name in [*PAGES, "handoffs"]:
        await page.goto(f"{running.address}/operations#{name}")
        await expect(page.get_by_text("Loading", exact=True)).to_have_count(0)
        if name in found:
            await page.locator(".row-title").first.click()
            await expect(page.locator(".said").first).to_be_visible()
        found.append(name)
        assert await faults(page) == [], name
        assert await page.evaluate("document.querySelector('.scroller').scrollWidth <= innerWidth"), name


@pytest.mark.parametrize(("locale", "said"), [("de-AT", "Niemand wartet"), ("es-MX", "Nadie espera")])
@pytest.mark.usefixtures("nobody_waits")
async def test_the_pages_follow_the_browsers_language(visit: Visit, locale: str, said: str) -> None:
    page = await visit(path="/operations", locale=locale)
    await expect(page.get_by_text(said)).to_be_visible()


@pytest.mark.usefixtures("without_keys")
async def test_keys_are_made_told_once_changed_and_revoked(visit: Visit, running: Product) -> None:
    await asked(running, FILING)
    page = await visit(path="/operations#keys")
    await expect(page.get_by_text("With the first key every call needs one")).to_be_visible()
    await expect(page.get_by_text("held so far without a key belong to the owner “local”")).to_be_visible()
    await expect(page.get_by_label("Owner")).to_have_value("local")
    await page.get_by_label("Owner").fill("ann")
    await page.get_by_role("button", name="Make key").click()
    await expect(page.locator("form select option")).to_have_count(4)  # the next one's
    first = await page.locator(".made-key code").inner_text()
    await expect(page.locator(".row")).to_contain_text(f"ends in {first[-4:]}")  # the page uses it from then on
    await page.reload()
    await expect(page.locator(".row")).to_contain_text("this is your own key")
    await expect(page.get_by_text(first)).to_have_count(0)
    await page.get_by_label("Owner").fill("desk")
    await page.get_by_role("button", name="Make key").click()
    row = page.get_by_role("listitem").filter(has_text="desk")
    assert await faults(page) == []
    await row.get_by_label("Role of desk").select_option("operator")
    await expect(page.locator("#announcer")).to_have_text("The role of the key of desk was changed.")
    await expect(row.locator(".row-about")).to_contain_text("Operator")
    await row.get_by_role("button", name="Revoke the key of desk").click()
    await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    await expect(row.locator(".row-about")).to_contain_text("revoked")
    assert [key.revoked_at is None for key in await running.system.services.keys.list()] == [True, False]


@pytest.mark.usefixtures("without_keys")
@pytest.mark.parametrize(
    ("role", "pages"),
    [(Role.USER, 0), (Role.EDITOR, 0), (Role.OPERATOR, 1), (Role.ADMIN, len(PAGES))],
)
async def test_who_may_see_the_pages_finds_the_way_and_nobody_else(
    visit: Visit, running: Product, expected_complaints: list[str], role: Role, pages: int
) -> None:
    services = running.system.services
    secret, key = new_key(
        key_id=KeyId(services.ids.new("key")),
        owner=OwnerId("ann"),
        name="",
        created_at=services.clock.now(),
        role=role,
    )
    await services.keys.add(key)
    expected_complaints.append("401")
    page = await visit()
    await page.get_by_label("API key").fill(secret)
    await page.get_by_role("button", name="Continue").click()
    await expect(page.locator("#empty .titles li").first).to_be_visible()
    await expect(page.locator("#open-operations")).to_be_visible(visible=pages > 0)
    await page.goto(f"{running.address}/operations")
    await expect(page.locator("#views li")).to_have_count(pages)
    refused = page.get_by_text(f"Your key has the role {role.value}.")
    await expect(refused).to_be_visible(visible=pages == 0)
