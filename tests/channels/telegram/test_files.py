"""Files that people send to the bot."""

from __future__ import annotations

from pathlib import Path

from tests.channels.telegram.rig import FEES, QUESTION, rig

ANSWER = "The copay of Plan Silver is $25 a visit. [1]"


async def test_a_file_is_read_into_the_conversation_and_asked_about(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say(**bot.api.upload("fees_2026.md", FEES.encode()))
        await bot.api.say(QUESTION)
        await bot.api.say("/new")
        await bot.api.say(QUESTION)
        await bot.idle()
        read, answer, _, other = bot.api.texts()
        assert read == "I have read “fees_2026.md”. Ask me about it."
        assert answer.startswith(ANSWER)
        assert "$25" not in other  # the file belongs to the conversation that it was sent to


async def test_a_file_with_a_question_is_answered_from_it(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say(**bot.api.upload("fees.md", FEES.encode()), caption=QUESTION)
        await bot.idle()
        [answer] = bot.api.texts()
        assert answer.startswith(ANSWER)


async def test_a_file_that_is_too_large_is_not_fetched(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_file_max_bytes": 2**20}) as bot:
        await bot.api.say(**bot.api.upload("big.txt", b"x", file_size=2**20 + 1))
        await bot.idle()
        assert bot.api.texts() == [
            "“big.txt” is larger than the 1 MB that I can take here. Send a smaller file, or a part of it."
        ]
        assert bot.api.count("getFile") == bot.api.count("download") == 0


async def test_a_file_that_is_larger_than_it_says_is_left(tmp_path: Path) -> None:
    async with rig(tmp_path, tuning={"telegram_file_max_bytes": 2**20}) as bot:
        await bot.api.say(**bot.api.upload("big.txt", b"word " * 2**19, file_size=5))
        await bot.idle()
        assert bot.api.texts()[0].startswith("“big.txt” is larger than the 1 MB")
        assert await bot.system.documents.count_by_status() == {}


async def test_a_file_of_another_kind_is_told_so(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        await bot.api.say(**bot.api.upload("tool.exe", b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\xff\xff"))
        await bot.idle()
        [said] = bot.api.texts()
        assert said.startswith("I can't read “tool.exe”. ")


async def test_a_file_that_telegram_does_not_give_is_asked_for_again(tmp_path: Path) -> None:
    async with rig(tmp_path) as bot:
        content = bot.api.upload("fees.md", FEES.encode())
        bot.api.files.clear()
        await bot.api.say(**content)
        await bot.idle()
        assert bot.api.texts() == ["I could not get “fees.md” from Telegram. Please send it again."]
