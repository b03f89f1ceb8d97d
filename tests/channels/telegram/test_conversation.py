"""A person talks to the bot: what the chat shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.channels.telegram.bot_api import BOT
from tests.channels.telegram.rig import FEES, QUESTION, rig

ANSWER = "The copay of Plan Silver is $25 a visit. [1]"
PLANS = """# Sunshine Health Provider Manual

The timely filing limit for Sunshine Health claims is 180 calendar days from the date of service.

The timely filing limit for Molina Healthcare claims is 120 calendar days from the date of service.
"""
OPEN = "What is the timely filing limit?"


async def test_a_question_is_answered_with_its_source(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        await bot.idle()
        [answer] = bot.api.chats[7]
        assert answer.text == f"{ANSWER}\n\nSources\n[1] fees.md, Copays"
        assert answer.styled("bold") == ["Sources"]
        assert bot.api.count("sendChatAction") >= 1


async def test_a_source_with_an_address_is_a_link(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know(f"---\nsource_url: https://example.org/fees?a=1&b=2\n---\n{FEES}")
        await bot.api.say(QUESTION)
        await bot.idle()
        [answer] = bot.api.chats[7]
        assert answer.styled("text_link") == ["fees.md, Copays"]
        [link] = [e for e in answer.entities if e["type"] == "text_link"]
        assert link["url"] == "https://example.org/fees?a=1&b=2"


async def test_report_37_the_same_update_twice_is_one_turn(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        update = await bot.api.say(QUESTION)
        await bot.idle()
        await bot.api.again(update)
        await bot.api.again({**update, "update_id": update["update_id"] + 1})
        await bot.idle()
        assert len(bot.api.chats[7]) == 1
        [thread] = await bot.system.threads.list(_owner(7))
        assert thread.turns == 1


async def test_messages_of_one_chat_are_answered_in_the_order_they_came(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know("# Fees\n\n" + "".join(f"The fee of item {n} is {n}0 dollars.\n\n" for n in range(1, 6)))
        for n in range(1, 6):
            await bot.api.say(f"What is the fee of item {n}?")
        await bot.idle()
        assert [text.split(" is ")[1][:2] for text in bot.api.texts()] == ["10", "20", "30", "40", "50"]


async def test_each_chat_and_each_topic_has_a_thread_of_its_own(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        topic = {"message_thread_id": 55, "is_topic_message": True}
        await bot.api.say(QUESTION)
        await bot.api.say(QUESTION, chat=8, user=8)
        await bot.api.say(f"@follow_bot {QUESTION}", chat=-100, entities=[_mention()])
        await bot.api.say(f"@follow_bot {QUESTION}", chat=-100, entities=[_mention()], **topic)
        await bot.idle()
        owned = [await bot.system.threads.list(_owner(chat)) for chat in (7, 8, -100)]
        assert [len(threads) for threads in owned] == [1, 1, 2]
        assert [t.turns for threads in owned for t in threads] == [1, 1, 1, 1]
        assert owned[0][0].user_id == "telegram:7"
        assert {shown.topic for shown in bot.api.chats[-100]} == {None, 55}


async def test_new_starts_a_conversation_and_a_restart_finds_it(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        await bot.api.say("/new")
        await bot.api.say("What does imaging cost at Plan Silver?")
        await bot.idle()
        async with bot.again() as later:
            await later.api.say("/new")
            await later.api.say("What is the copay of Plan Silver?")
            await later.api.say("and imaging?")
            await later.idle()
            newest, middle, oldest = await later.system.threads.list(_owner(7))
            assert [t.turns for t in (newest, middle, oldest)] == [2, 1, 1]


async def test_commands_answer_and_are_in_the_menu(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        await bot.api.say("/start")
        await bot.api.say("/recents")
        await bot.api.say("/stop")
        await bot.api.say(QUESTION)
        await bot.api.say("Who painted the ceiling *of* the chapel?")
        await bot.idle()
        await bot.api.say("/recents@follow_bot")
        await bot.api.say("/nonsense")
        await bot.idle()
        welcome, nothing, no_stop, _, _, recents, help_text = bot.api.texts()
        assert welcome.startswith("Hello.")
        assert nothing == "You have not asked anything here yet."
        assert no_stop == "There is nothing to stop."
        assert recents.splitlines()[0] == "Your past questions"
        assert "1. Who painted the ceiling *of* the chapel? (still open)" in recents
        assert f"2. {QUESTION} (answered)" in recents
        assert "/new starts a new conversation" in help_text
        [menu] = [params["commands"] for name, params in bot.api.calls if name == "setMyCommands"]
        assert [command["command"] for command in menu] == ["new", "stop", "recents", "help"]


async def test_recents_names_what_is_being_answered(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        bot.index.hold()
        await bot.api.say(QUESTION)
        await bot.index.searching.wait()
        await bot.api.say("/recents")
        await bot.api.until(lambda: bot.api.confirmed > 1002)
        await bot.taken()
        bot.index.go.set()
        await bot.idle()
        assert f"1. {QUESTION} (being answered)" in bot.api.texts()[1]


async def test_stop_ends_the_running_turn(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        bot.index.hold()
        await bot.api.say(QUESTION)
        await bot.index.searching.wait()
        await bot.api.say("/stop")
        [stopped] = await bot.api.shown(1)
        assert stopped.text == "(stopped)"
        bot.index.go.set()
        await bot.idle()
        assert bot.api.texts() == ["(stopped)"]


async def test_stop_with_nothing_running_says_stop(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say("Who painted the ceiling of the chapel?")
        await bot.idle()
        await bot.api.say("/stop")
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        turns = await bot.system.threads.turns(thread.id)
        assert [turn.message.text for turn in turns][1:] == ["stop"]
        assert len(bot.api.chats[7]) == 2


async def test_a_slot_value_is_a_button_and_a_click_answers_the_question(tmp_path: Path) -> None:
    async with rig(tmp_path, pack="healthcare_payer") as bot:
        await bot.know(PLANS, "manual.md")
        await bot.api.say(OPEN)
        await bot.idle()
        [question] = bot.api.chats[7]
        labels = [label for label, _ in question.buttons]
        assert "Molina" in labels
        click = await bot.api.click(question, "Molina")
        await bot.idle()
        assert "120 calendar days" in bot.api.texts()[1]
        assert bot.api.clicks == {click: None}
        assert [label for label, _ in question.buttons] == ["✓ Molina"]


async def test_a_click_on_an_old_keyboard_is_told_so(tmp_path: Path) -> None:
    async with rig(tmp_path, pack="healthcare_payer") as bot:
        await bot.know(PLANS, "manual.md")
        await bot.api.say(OPEN)
        await bot.idle()
        [question] = bot.api.chats[7]
        buttons = dict(question.buttons)
        await bot.api.say("Molina")
        await bot.idle()
        click = await bot.api.press(question, buttons["Molina"])
        foreign = await bot.api.press(question, buttons["Molina"], chat=8, user=8)
        forged = [
            await bot.api.press(question, data) for data in ("m:7:1:0", "x:y:z:1", f"{question.buttons[0][1]}9")
        ]
        await bot.idle()
        gone = "That question is no longer open. Please type what you want to ask."
        assert [bot.api.clicks[c] for c in (click, foreign, *forged)] == [gone] * 5
        assert len(bot.api.chats[7]) == 2
        assert bot.api.chats[8] == []


async def test_of_two_clicks_the_first_counts(tmp_path: Path) -> None:
    async with rig(tmp_path, pack="healthcare_payer") as bot:
        await bot.know(PLANS, "manual.md")
        await bot.api.say(OPEN)
        await bot.idle()
        [question] = bot.api.chats[7]
        buttons = dict(question.buttons)
        bot.index.hold()
        first = await bot.api.press(question, buttons["Molina"])
        second = await bot.api.press(question, buttons["Sunshine Health"])
        await bot.api.until(lambda: len(bot.api.clicks) == 2)
        bot.index.go.set()
        await bot.idle()
        assert bot.api.clicks == {first: None, second: "This was answered already."}
        assert len(bot.api.chats[7]) == 2
        assert "120 calendar days" in bot.api.texts()[1]


@pytest.mark.parametrize("kind", ["sticker", "voice", "location", "photo", "poll"])
async def test_a_kind_that_can_not_be_read_gets_one_plain_line(tmp_path: Path, kind: str) -> None:
    content = {
        "sticker": {"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 1, "height": 1,
                    "is_animated": False, "is_video": False},
        "voice": {"file_id": "v", "file_unique_id": "v", "duration": 1},
        "location": {"latitude": 1.0, "longitude": 2.0},
        "photo": [{"file_id": "p", "file_unique_id": "p", "width": 1, "height": 1}],
        "poll": {"id": "1", "question": "q", "options": [], "total_voter_count": 0, "is_closed": False,
                 "is_anonymous": True, "type": "regular", "allows_multiple_answers": False,
                 "allows_revoting": False, "members_only": False},
    }[kind]  # fmt: skip
    async with rig(tmp_path) as bot:
        await bot.api.say(**{kind: content})
        await bot.idle()
        assert bot.api.texts() == [
            "I can't read this kind of message. Send me text, or a file (md, txt, html, pdf, docx)."
        ]


async def test_the_caption_of_a_picture_is_asked(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        photo = [{"file_id": "p", "file_unique_id": "p", "width": 1, "height": 1}]
        await bot.api.say(photo=photo, caption=QUESTION)
        await bot.idle()
        unreadable, answer = bot.api.texts()
        assert unreadable.startswith("I can't read this kind of message.")
        assert answer.startswith(ANSWER)


async def test_an_edited_message_gets_one_plain_line_and_no_turn(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        sent = (await bot.api.say(QUESTION))["message"]
        await bot.api.update(edited_message=sent | {"text": "What is the copay of Plan Gold?", "edit_date": 1})
        await bot.idle()
        assert len(bot.api.chats[7]) == 2
        assert bot.api.texts()[1].startswith("I don't follow changes")
        [thread] = await bot.system.threads.list(_owner(7))
        assert thread.turns == 1


async def test_in_a_group_only_what_is_meant_for_the_bot_is_answered(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        api, group = bot.api, -100
        await api.say("What is the copay of everything?", chat=group)
        await api.say("/help@other_bot", chat=group)
        await api.say("voice", chat=group, new_chat_members=[BOT])
        await api.say(chat=group, sticker={"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 1,
                                           "height": 1, "is_animated": False, "is_video": False})  # fmt: skip
        asked = await api.say(f"@Follow_Bot {QUESTION}", chat=group, entities=[_mention()])
        reply = api.message(QUESTION, chat=group)
        reply["reply_to_message"] = api.message("earlier", chat=group) | {"from": BOT}
        await api.update(message=reply)
        await bot.idle()
        assert [shown.text.split("\n")[0] for shown in api.chats[group]] == [ANSWER, ANSWER]
        assert [shown.reply_to for shown in api.chats[group]] == [asked["message"]["message_id"], reply["message_id"]]
        [thread] = await bot.system.threads.list(_owner(group))
        assert [t.message.text for t in await bot.system.threads.turns(thread.id)] == [QUESTION, QUESTION]


async def test_a_question_in_a_group_says_how_it_is_answered(tmp_path: Path) -> None:
    async with rig(tmp_path, pack="healthcare_payer") as bot:
        await bot.know(PLANS)
        await bot.api.say(OPEN)
        await bot.api.say(f"@follow_bot {OPEN}", chat=-100, entities=[_mention()])
        await bot.idle()
        how = "Reply to this message to answer"
        assert how in bot.api.texts(-100)[0]
        assert how not in bot.api.texts(7)[0]


async def test_report_84_a_text_that_the_app_cut_in_two_is_one_turn(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_gather_s": 0.3}) as bot:
        await bot.know()
        story = "I have read a lot about all this and do not know my way about. " * 70
        await bot.api.say(story[:4090])
        await bot.api.say(f"{story[4090:]} {QUESTION}")
        await bot.api.say("thanks")
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        first, second = await bot.system.threads.turns(thread.id)
        assert first.message.text.endswith(QUESTION)
        assert second.message.text == "thanks"


async def test_report_84_an_album_with_one_caption_is_one_turn(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_gather_s": 0.3}) as bot:
        bot.api.files |= {"one": FEES.encode(), "two": b"# Hours\n\nThe desk is open from 8 to 17."}
        for name, caption in (("one", QUESTION), ("two", None)):
            file = {"file_id": name, "file_unique_id": name, "file_name": f"{name}.md", "file_size": 40}
            await bot.api.say(None, document=file, media_group_id="55", **({"caption": caption} if caption else {}))
        await bot.api.say("When is the desk open?")
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        first, second = await bot.system.threads.turns(thread.id)
        assert (first.message.text, len(first.message.attachments)) == (QUESTION, 2)
        assert second.message.text == "When is the desk open?"


async def test_a_bot_that_is_set_up_for_some_answers_no_others(tmp_path: Path) -> None:
    async with rig(tmp_path, telegram_allowed=(8,)) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        await bot.api.say(QUESTION, chat=8, user=8)
        await bot.idle()
        assert bot.api.texts() == [
            "I am not set up to answer in this chat (its number is 7). Ask the person who runs me to add it."
        ]
        assert bot.api.texts(8)[0].startswith(ANSWER)
        assert await bot.system.threads.list(_owner(7)) == []


async def test_other_bots_are_not_answered(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        message = bot.api.message(QUESTION)
        message["from"]["is_bot"] = True
        await bot.api.update(message=message)
        await bot.api.say("/help")
        await bot.idle()
        assert len(bot.api.chats[7]) == 1


async def test_a_person_who_has_the_thread_speaks_in_the_chat(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        await bot.api.say("I want to talk to a human")
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        await bot.system.people.take(thread.id)
        await bot.api.say("are you there?")
        await bot.idle()
        said = len(bot.api.chats[7])
        await bot.system.people.speak(thread.id, "This is *Sam*. How can I help?", client_message_id="telegram:1")
        await bot.api.shown(said + 1)
        await bot.api.say("/new")
        await bot.idle()
        await bot.system.people.speak(thread.id, "Still here for the earlier question.")
        await bot.api.shown(said + 3)
        async with bot.again() as later:
            await later.idle()
            assert [text.replace("*", "") for text in later.api.texts()[said:]] == [
                "This is Sam. How can I help?",
                "A new conversation. What do you want to know?",
                "Still here for the earlier question.",
            ]


async def test_the_hand_off_footer_is_a_message_of_its_own(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say("I want to talk to a human")
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        [turn] = await bot.system.threads.turns(thread.id)
        assert turn.record is not None
        assert turn.record.reply.footer
        assert bot.api.texts()[-1] == turn.record.reply.footer


async def test_what_was_asked_elsewhere_in_the_thread_is_not_shown_in_the_chat(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.know()
        await bot.api.say(QUESTION)
        await bot.idle()
        [thread] = await bot.system.threads.list(_owner(7))
        message = await bot.system.turns.submit(thread.id, "And imaging?")
        await bot.system.turns.result(thread.id, message.turn_id)
        await bot.api.say("/help")
        await bot.idle()
        assert [text.split("\n")[0] for text in bot.api.texts()][1:] == [
            bot.system.parts.packs["general"].chat.help.split("\n")[0]
        ]


def _owner(chat: int) -> str:
    return f"telegram:{chat}"


def _mention() -> dict[str, object]:
    return {"type": "mention", "offset": 0, "length": len("@follow_bot")}
