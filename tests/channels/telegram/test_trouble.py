"""What goes wrong between the bot and Telegram: nothing is lost, and nothing is said twice that need not be."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.channels.telegram.bot_api import BotApi, Fault
from tests.channels.telegram.rig import FEES, QUESTION, Rig, rig

ANSWER = "The copay of Plan Silver is $25 a visit. [1]"
MORE = (
    "which is paid at the desk on the ground floor of the main building, between eight in the morning and five in "
    "the afternoon, in cash or by card, against a receipt that is to be kept for as long as the guarantee lasts 😀"
)
LONG = "# Steps\n\n" + "".join(
    f"## Step {n}\n\nThe fee of item number {n} is {n}0 dollars, {MORE}.\n\n" for n in range(1, 40)
)


async def test_a_limit_is_waited_out_as_long_as_telegram_says(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.api.faults["sendMessage"] += [Fault(status=429, description="Too Many Requests", retry_after=17)]
        await bot.api.say(QUESTION)
        await bot.idle()
        assert bot.waits == [17.0]
        assert [text.split("\n")[0] for text in bot.api.texts()] == [ANSWER]


@pytest.mark.parametrize(
    "fault",
    [Fault(status=500), Fault(status=502, description="Bad Gateway"), Fault(drop=True)],
    ids=["500", "502", "broken connection"],
)
async def test_an_answer_that_telegram_did_not_take_is_sent_again(tmp_path: Path, fault: Fault) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.api.faults["sendMessage"] += [fault, fault]
        await bot.api.say(QUESTION)
        await bot.idle()
        assert [text.split("\n")[0] for text in bot.api.texts()] == [ANSWER]
        assert bot.api.count("sendMessage") == 3


@pytest.mark.parametrize("fault", [Fault(status=500), Fault(drop=True)], ids=["500", "broken connection"])
async def test_updates_that_could_not_be_fetched_are_fetched_later(tmp_path: Path, fault: Fault) -> None:
    async with BotApi().running() as api:
        api.faults["getUpdates"] += [fault, fault]
        async with Rig(api, tmp_path).started() as bot:
            await bot.api.say("/help")
            await bot.idle()
            assert len(bot.api.chats[7]) == 1
            assert bot.waits[:2] == [0.01, 0.02]


@pytest.mark.parametrize("fault", [Fault(status=500), Fault(drop=True)], ids=["500", "broken connection"])
async def test_a_bot_that_can_not_be_reached_is_tried_and_told_of_ever_more_rarely(
    tmp_path: Path, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    async with BotApi().running() as api:
        api.faults["deleteWebhook"] += [fault, fault, fault]
        with caplog.at_level(logging.WARNING):
            async with Rig(api, tmp_path).started() as bot:
                await bot.api.say("/help")
                await bot.idle()
                assert len(bot.api.chats[7]) == 1
                assert bot.waits[:3] == [0.01, 0.02, 0.02]  # no longer than `telegram_retry_max_s`
        assert [record.message for record in caplog.records].count("telegram.unavailable") == 3


async def test_an_unreadable_update_holds_up_no_other(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.update(message={"message_id": "no number", "odd": [1]})
        await bot.api.update(a_kind_of_tomorrow={"x": 1})
        await bot.api.say("/help")
        await bot.idle()
        assert len(bot.api.chats[7]) == 1


async def test_who_blocked_the_bot_is_left_and_others_are_answered(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.api.faults["sendMessage"] += [Fault(status=403, description="Forbidden: bot was blocked by the user")]
        await bot.api.say(QUESTION)
        await bot.idle()
        await bot.api.say(QUESTION, chat=8, user=8)
        await bot.idle()
        assert bot.api.chats[7] == []
        assert len(bot.api.chats[8]) == 1
        [thread] = await bot.system.threads.list("telegram:7")
        assert thread.turns == 1  # the conversation has the answer


async def test_a_group_that_became_a_supergroup_keeps_its_conversation(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        old, new = -100, -1_000_000_100
        mention = {"entities": [{"type": "mention", "offset": 0, "length": 11}]}
        await bot.api.say(f"@follow_bot {QUESTION}", chat=old, **mention)
        await bot.idle()
        bot.api.faults["sendMessage"] += [Fault(status=400, description="group chat was upgraded", migrate_to=new)]
        await bot.api.say("@follow_bot and imaging?", chat=old, **mention)
        await bot.idle()
        assert len(bot.api.chats[new]) == 1
        await bot.api.say("@follow_bot and the copay?", chat=new, **mention)
        await bot.idle()
        [thread] = await bot.system.threads.list(f"telegram:{old}")
        assert thread.turns == 3


async def test_the_notice_of_a_new_address_moves_the_conversation(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        old, new = -100, -1_000_000_100
        mention = {"entities": [{"type": "mention", "offset": 0, "length": 11}]}
        await bot.api.say("@follow_bot hello", chat=old, **mention)
        await bot.api.say(chat=old, migrate_to_chat_id=new)
        await bot.idle()
        await bot.api.say("@follow_bot hello", chat=new, **mention)
        await bot.idle()
        [thread] = await bot.system.threads.list(f"telegram:{old}")
        assert thread.turns == 2


async def test_a_long_answer_is_split_at_paragraphs_and_comes_in_order(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"answer_sentences_per_part": 20, "plan_max_parts": 32}) as bot:
        await bot.know(LONG, "steps.md")
        question = " ".join(f"What is the fee of item number {n}?" for n in range(1, 25))
        await bot.api.say(question)
        await bot.idle()
        texts = bot.api.texts()
        assert len(texts) > 1
        assert all(len(text.encode("utf-16-le")) // 2 <= 4096 for text in texts)
        [thread] = await bot.system.threads.list("telegram:7")
        [turn] = await bot.system.threads.turns(thread.id)
        assert turn.record is not None
        together = "\n".join(texts).split("\nSources\n")[0]
        plain = turn.record.reply.text.replace("**", "")
        assert together.split() == plain.split()


async def test_an_interrupted_answer_goes_on_where_it_was(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"answer_sentences_per_part": 20, "plan_max_parts": 32}) as bot:
        await bot.know(LONG, "steps.md")
        bot.api.faults["sendMessage"] += [Fault(status=200, done=True)]
        bot.api.hold["sendMessage"] = asyncio.Event()
        await bot.api.say(" ".join(f"What is the fee of item number {n}?" for n in range(1, 25)))
        await bot.api.until(lambda: bot.api.count("sendMessage") == 1)
        bot.api.hold.pop("sendMessage").set()
        await bot.api.shown(1)
        async with bot.again() as later:
            await later.idle()
            texts = later.api.texts()
            assert len(texts) == len(set(texts)) > 1
            assert texts[-1].count("Sources") == 1


async def test_report_36_a_message_that_was_accepted_is_answered_once_after_a_restart(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.index.hold()
        await bot.api.say(QUESTION)
        await bot.index.searching.wait()
        await bot.api.until(lambda: not bot.api.unconfirmed)
        async with bot.again() as later:
            await later.idle()
            assert [text.split("\n")[0] for text in later.api.texts()] == [ANSWER]
            [thread] = await later.system.threads.list("telegram:7")
            assert thread.turns == 1


async def test_a_turn_that_ended_while_the_bot_was_away_is_delivered(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.api.hold["sendMessage"] = asyncio.Event()
        await bot.api.say(QUESTION)
        await bot.api.until(lambda: bot.api.count("sendMessage"))
        bot.api.faults["sendMessage"] += [Fault(status=500)]  # the first try never got through
        async with bot.again() as later:
            later.api.hold.pop("sendMessage").set()
            await later.idle()
            assert [text.split("\n")[0] for text in later.api.texts()] == [ANSWER]


async def test_an_answer_that_grows_is_shown_by_changing_one_message(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_edit_s": 0.0}) as bot:
        await bot.know(f"{FEES}\nImaging at Plan Silver needs a referral.\n")
        await bot.api.say("What is the copay of Plan Silver? What does imaging cost at Plan Silver?")
        await bot.idle()
        [shown] = bot.api.chats[7]
        assert shown.edits[0].endswith("…")
        assert all(shown.text.startswith(edit.removesuffix("…").strip()) for edit in shown.edits)
        assert not shown.text.endswith("…")


async def test_a_message_that_was_deleted_while_it_grew_is_sent_anew(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_edit_s": 0.0}) as bot:
        await bot.know()
        bot.api.faults["editMessageText"] += [Fault(status=400, description="Bad Request: message to edit not found")]
        await bot.api.say("What is the copay of Plan Silver? What does imaging cost at Plan Silver?")
        await bot.idle()
        assert bot.api.texts()[-1].count("Sources") == 1


async def test_one_worker_serves_the_bot_and_another_takes_over(tmp_path: Path) -> None:
    async with BotApi().running() as api, AsyncExitStack() as second:
        one, two = Rig(api, tmp_path), Rig(api, tmp_path)
        async with AsyncExitStack() as first:
            await first.enter_async_context(one.started())
            await api.until(lambda: api.pollers)
            await second.enter_async_context(two.started())
            await one.know()
            await api.say(QUESTION)
            await one.idle()
            assert api.count("deleteWebhook") == 1  # the other one waits
        await api.until(lambda: api.count("deleteWebhook") == 2)
        await api.say("/help")
        await two.idle()
        assert len(api.chats[7]) == 2


async def test_report_38_no_log_line_holds_what_a_person_wrote(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with rig(tmp_path) as bot:
        await bot.know()
        api = bot.api
        api.faults["sendMessage"] += [Fault(status=500), Fault(status=429, retry_after=1)]
        await api.say("My member number is Zebra-4711. What is the copay of Plan Silver?")
        await api.say(**api.upload("zebra-4711.exe", b"MZ\x00\x01zebra-4711"), caption="zebra-4711")
        await api.press(api.chats[7][0] if api.chats[7] else (await api.shown(1))[0], "zebra-4711:0")
        await bot.idle()
        own = [r for r in caplog.records if not r.name.startswith(("aiosqlite", "asyncio"))]
        assert any(r.name.startswith("followthrough.channels.telegram") for r in own)
        assert not [r for r in own if "zebra" in f"{r.getMessage()} {vars(r)}".lower()]
        assert not [r for r in own if api.url and bot.settings.telegram_token.get_secret_value() in f"{vars(r)}"]
