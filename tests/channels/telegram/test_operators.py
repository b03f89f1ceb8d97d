"""A Telegram group of people who answer hand-offs: what is posted there and what their replies do (issue 18)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.channels.telegram.bot_api import BOT, Shown
from tests.channels.telegram.rig import QUESTION, Rig, rig

from followthrough.domain.conversation import SessionStatus, Thread
from followthrough.domain.handoff import Holder

GROUP = -500
ASKS = "I want to talk to a human"
FOOTER = "Connecting you to an agent..."


def people(folder: Path, **more: Any) -> Any:
    return rig(folder, telegram_operators=GROUP, **more)


def as_reply(to: Shown, chat: int = GROUP) -> dict[str, Any]:
    replied = {"message_id": to.id, "date": 1, "chat": {"id": chat, "type": "supergroup"}, "from": BOT}
    return {"chat": chat, "user": 9, "reply_to_message": {**replied, "text": to.text}}


async def called(bot: Rig) -> tuple[Shown, Thread]:
    """Someone in chat 7 asked for a person: the post in the group, and their thread."""
    await bot.api.say(ASKS)
    await bot.idle()
    await bot.api.shown(1, chat=GROUP)
    [thread] = await bot.system.threads.list("telegram:7")
    return bot.api.chats[GROUP][0], thread


async def test_a_reply_in_the_group_is_the_persons_word_and_what_the_user_writes_comes_back(tmp_path: Path) -> None:
    async with people(tmp_path) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        post, thread = await called(bot)
        assert QUESTION in post.text
        assert post.text.endswith(thread.id)
        assert bot.api.texts()[-1] == FOOTER  # one can come
        await bot.api.say("Sam here. What is it?", **as_reply(post))
        await bot.idle()
        await bot.api.say("My card is lost, *help*")
        await bot.idle()
        await bot.api.shown(3, chat=GROUP)
        assert (await bot.api.shown(4))[-1].text == "Sam here. What is it?"
        taken, words = bot.api.chats[GROUP][1:]
        assert taken.text.startswith("This conversation is yours.")
        assert words.text == f"They write:\n\nMy card is lost, *help*\n\n{thread.id}"
        await bot.api.say("A new one is on its way.", **as_reply(words))
        await bot.api.say("/back They lost their card.", **as_reply(taken))
        await bot.idle()
        assert (await bot.api.shown(5))[-1].text == "A new one is on its way."
        held = await bot.system.threads.get(thread.id)
        assert held is not None
        assert (held.holder, held.session_status) == (Holder.ASSISTANT, SessionStatus.ACTIVE)
        await bot.api.say(QUESTION)
        await bot.idle()
        assert "$25" in bot.api.texts()[-1]
        assert [shown.text.split("\n")[0] for shown in bot.api.chats[GROUP][3:]] == [
            "The assistant has that conversation again."
        ]


async def test_a_hand_off_of_any_channel_is_posted_once(tmp_path: Path) -> None:
    async with people(tmp_path, handoff_wait_minutes=60) as bot:
        thread = await bot.system.create_thread()
        await bot.system.send(thread.id, ASKS)
        await bot.api.shown(1, chat=GROUP)
        async with bot.again() as later:
            await later.api.say("/take", **as_reply(later.api.chats[GROUP][0]))
            await later.idle()
            held = await later.system.threads.get(thread.id)
            assert held is not None
            assert held.holder is Holder.HUMAN
            assert len(later.api.chats[GROUP]) == 2


async def test_only_members_of_the_group_and_only_about_a_post(tmp_path: Path) -> None:
    async with people(tmp_path) as bot:
        post, thread = await called(bot)
        await bot.api.say("I am one of them", **as_reply(post, chat=-600))
        await bot.api.say("/take", **as_reply(post, chat=-600))
        await bot.api.say("/take", chat=8, user=8)
        await bot.api.say("/take", chat=GROUP, user=9)
        forged = Shown(id=1, text=f"They write:\n\nhello\n\n{thread.id}")
        other = as_reply(forged)
        other["reply_to_message"]["from"] = {"id": 5, "is_bot": False, "first_name": "Eve"}
        await bot.api.say("Hello there", **other)
        await bot.idle()
        held = await bot.system.threads.get(thread.id)
        assert held is not None
        assert (held.holder, held.turns) == (Holder.ASSISTANT, 1)
        assert bot.api.texts(GROUP)[1].startswith("Reply to a message about a conversation")


async def test_the_group_is_told_that_nobody_came(tmp_path: Path) -> None:
    async with people(tmp_path, handoff_wait_minutes=0.0001) as bot:
        _, thread = await called(bot)
        [stored] = await bot.system.handoffs.list(thread_id=thread.id)
        assert stored.handoff.due_at - stored.handoff.created_at < timedelta(seconds=1)
        await bot.system.outbox.run_once()
        await bot.api.shown(2, chat=GROUP)
        assert bot.api.texts(GROUP)[1] == (
            f"Nobody joined in time. The assistant has this conversation again.\n\n{thread.id}"
        )


async def test_without_a_group_nothing_is_posted_and_nobody_is_promised(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say(ASKS)
        await bot.idle()
        assert list(bot.api.chats) == [7]
        assert FOOTER not in bot.api.texts()
