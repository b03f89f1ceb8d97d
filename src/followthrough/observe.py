"""Logs as JSON lines. The message is an event name, never a sentence; fields travel in ``extra``.

Invariant: the user's words reach a log only when the setting ``log_user_text`` is on.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, event, and the fields of ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        """The line. An exception appears as its type only: its text may carry personal data."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        entry |= {k: v for k, v in vars(record).items() if k not in _STANDARD}
        if record.exc_info and record.exc_info[0]:
            entry["error_type"] = record.exc_info[0].__name__
        return json.dumps(entry, default=str, ensure_ascii=False)


def configure_logging(level: str) -> None:
    """Sends the package's logs to standard error as JSON lines. Calling it again only changes the level."""
    logger = logging.getLogger("followthrough")
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(JsonFormatter())
        logger.addHandler(handler)
        logger.propagate = False
    logger.setLevel(level)
