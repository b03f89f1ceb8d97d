"""How the bot is switched on, and what is said where something is missing."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from aiogram import exceptions
from tests.channels.telegram.bot_api import TOKEN, BotApi

from followthrough.channels.telegram import bot_of
from followthrough.channels.telegram.api import KINDS, Kind, kind_of
from followthrough.cli.doctor import run_doctor
from followthrough.effective import describe
from followthrough.errors import ConfigurationError
from followthrough.settings import load, only

WITHOUT_AIOGRAM = """
import sys
sys.modules["aiogram"] = None
from followthrough.bootstrap import application
from followthrough.channels.telegram import bot_of
from followthrough.errors import ConfigurationError
from followthrough.settings import only
application(only())
try:
    bot_of(only(telegram=True, telegram_token="1:A"))
except ConfigurationError as error:
    print(error)
"""


def test_the_server_needs_no_library_for_what_is_not_used() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_AIOGRAM], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "The Telegram bot needs aiogram, which is not installed. "
        "Install the extra: pip install 'followthrough[telegram]'.\n"
    )


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({}, "There is no token"),
        ({"telegram_token": "no token"}, "is no token of a bot"),
        ({"telegram_token": TOKEN, "telegram_webhook_url": "nowhere"}, "no address with a path"),
        ({"telegram_token": TOKEN, "telegram_webhook_url": "https://a.example/"}, "no address with a path"),
        ({"telegram_token": TOKEN, "telegram_webhook_url": "https://a.example/v1/threads"}, "own interface"),
    ],
)
async def test_a_wrong_setting_is_one_plain_line(settings: dict[str, str], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault) as caught:
        await _check(**settings)
    assert caught.value.fix
    assert TOKEN not in str(caught.value)


async def _check(**settings: str) -> str | None:
    bot = bot_of(only(telegram=True, **settings))
    assert bot is not None
    return await bot.check()


async def test_a_token_that_telegram_does_not_know_is_told_at_the_start() -> None:
    async with BotApi().running() as api:
        with pytest.raises(ConfigurationError, match="does not know this bot's token"):
            await _check(telegram_token="1:AAAA", telegram_api_url=api.url)
        assert await _check(telegram_token=TOKEN, telegram_api_url=api.url) == "follow_bot"
    assert await _check(telegram_token=TOKEN, telegram_api_url=api.url) is None  # away: it may come back


async def test_doctor_asks_telegram(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def seen(**settings: str) -> tuple[int, str]:
        code = await run_doctor(only(data_dir=tmp_path, **settings), json_output=False)
        [line] = [line for line in capsys.readouterr().out.splitlines() if " telegram: " in line]
        return code, line

    async with BotApi().running() as api:
        bot = {"telegram_token": TOKEN, "telegram_api_url": api.url}
        assert await seen() == (0, "ok   telegram: not configured.")
        assert await seen(**bot) == (0, "ok   telegram: answers, the bot is @follow_bot.")
        code, line = await seen(telegram_token="1:A", telegram_api_url=api.url)
        assert (code, "does not know this bot's token" in line) == (1, True)
    code, line = await seen(**bot)
    assert (code, "Telegram can't be reached." in line, TOKEN in line) == (1, True, False)


def test_without_the_switch_there_is_no_bot() -> None:
    assert bot_of(only(telegram_token=TOKEN)) is None


def test_secrets_are_masked_and_numbers_are_split(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOLLOWTHROUGH_TELEGRAM_TOKEN", TOKEN)
    monkeypatch.setenv("FOLLOWTHROUGH_TELEGRAM_WEBHOOK_SECRET", "quite_secret")
    monkeypatch.setenv("FOLLOWTHROUGH_TELEGRAM_ALLOWED", "7, -100")
    settings = load()
    assert settings.telegram_allowed == (7, -100)
    shown = {line.name: line.value for line in describe(settings)}
    assert shown["telegram_token"] == shown["telegram_webhook_secret"] == "********"
    assert TOKEN not in f"{settings!r} {settings}"
    monkeypatch.setenv("FOLLOWTHROUGH_TELEGRAM_WEBHOOK_SECRET", "not secret")
    with pytest.raises(ConfigurationError, match="letters, digits"):
        load()


def test_each_error_that_a_call_can_raise_has_its_meaning() -> None:
    raised = [
        error
        for _, error in inspect.getmembers(exceptions, inspect.isclass)
        if issubclass(error, (exceptions.TelegramAPIError, exceptions.ClientDecodeError))
    ]
    assert sorted(e.__name__ for e in raised) == sorted(e.__name__ for e in KINDS)


def test_an_error_of_tomorrow_counts_as_its_nearest_ancestor() -> None:
    class Tomorrow(exceptions.TelegramForbiddenError):
        pass

    assert kind_of(Tomorrow.__new__(Tomorrow)) is Kind.REFUSED
    assert kind_of(ValueError()) is Kind.UNAVAILABLE
