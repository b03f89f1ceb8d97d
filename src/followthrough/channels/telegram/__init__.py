"""The Telegram channel: a bot that answers in chats, groups and forum topics.

Its library comes with the extra ``telegram``; nothing here needs it before a bot is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from followthrough.errors import ConfigurationError
from followthrough.settings import Settings

if TYPE_CHECKING:
    from followthrough.channels.telegram.start import TelegramBot


def bot_of(settings: Settings) -> TelegramBot | None:
    """The bot that the settings name; None where it is switched off.

    Raises:
        ConfigurationError: a setting is missing or wrong, or the library is not installed.
    """
    if not settings.telegram:
        return None
    try:
        from followthrough.channels.telegram.start import TelegramBot  # noqa: PLC0415 - an extra that may be missing
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The Telegram bot needs {error.name}, which is not installed.",
            fix="Install the extra: pip install 'followthrough[telegram]'.",
            field="telegram",
        ) from None
    return TelegramBot(settings)
