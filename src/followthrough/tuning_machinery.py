"""The part of the tuning table that no rule reads: service, hand-off, storage, channels (see ``tuning``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def number(default: float | int, unit: str, low: float, high: float, why: str) -> Any:
    """An entry of the table: its default, its unit, its range, and why it has its default."""
    return field(default=default, metadata={"unit": unit, "low": low, "high": high, "why": why})


@dataclass(frozen=True, slots=True, kw_only=True)
class Machinery:
    """The numbers of what runs turns, keeps them and speaks for them."""

    # Service
    lease_s: float = number(6.0, "seconds", 1, 600, "a crashed worker's thread is taken up after this")
    lease_renew_s: float = number(2.0, "seconds", 0.1, 300, "three chances before the lease is over")
    sweep_s: float = number(2.0, "seconds", 0.1, 300, "how often abandoned threads are looked for")
    poll_ms: int = number(50, "milliseconds", 5, 5_000, "how often another worker's turn is looked at")
    max_attempts_per_turn: int = number(
        8,
        "attempts",
        1,
        99,
        "that run alone and end with their process: a message that kills it is found, and one that half of all "
        "kills from outside happen to hit is failed once in 256",
    )
    attempts_in_company: int = number(
        2, "attempts", 0, 99, "later ones run alone, so that none is failed for a crash that another turn caused"
    )
    turn_limit_s: float = number(
        300.0, "seconds", 0.01, 3_600, "a turn that takes longer ends with an answer that says so; models have less"
    )
    inline_max_chars: int = number(
        400, "characters", 0, 100_000, "longer messages are read where they hold up no other turn's rules"
    )
    save_tries: int = number(7, "tries", 1, 20, "with save_wait_ms doubling: a database may be away for 6 seconds")
    save_wait_ms: int = number(100, "milliseconds", 1, 10_000, "wait after the first failed save; doubles each time")
    stop_poll_ms: int = number(250, "milliseconds", 10, 10_000, "how soon a stop pressed at another worker is seen")
    shutdown_grace_s: float = number(5.0, "seconds", 0, 300, "running turns may finish before the process ends")

    # Hand-off
    handoff_tries: int = number(
        10, "tries", 1, 100, "with the waits below: a receiver may be away for an hour or two"
    )
    handoff_wait_s: float = number(5.0, "seconds", 0.01, 3_600, "after the first failed try; doubles each time")
    handoff_wait_max_s: float = number(1_800.0, "seconds", 1, 86_400, "the longest wait between two tries")
    handoff_timeout_s: float = number(10.0, "seconds", 0.05, 300, "a receiver that only keeps it answers in less")
    handoff_lease_s: float = number(
        30.0,
        "seconds",
        1,
        3_600,
        "a killed worker's deliveries are taken up after this; longer than handoff_timeout_s",
    )
    handoff_poll_s: float = number(
        2.0, "seconds", 0.05, 300, "how often deliveries and waits that are over are looked for"
    )

    # Valkey or Redis
    valkey_timeout_ms: int = number(
        100, "milliseconds", 5, 10_000, "a turn waits no longer for a session; the database has it too"
    )
    valkey_rest_s: float = number(
        5.0, "seconds", 0.05, 600, "after a command that failed none is sent: a hung server costs one wait, not each"
    )
    session_ttl_s: float = number(86_400.0, "seconds", 10, 10**8, "who comes back after a day is loaded anew")
    live_events_kept_s: float = number(600.0, "seconds", 10, 10**6, "a turn that runs longer has failed")
    live_events_look_ms: int = number(
        500, "milliseconds", 10, 60_000, "how soon a reader learns that the process with the turn died"
    )
    live_events_waiting: int = number(10_000, "events", 10, 10**6, "bounds what a slow server holds in memory")

    # Storage
    database_wait_s: float = number(
        5.0, "seconds", 0.05, 300, "how long a connection or another process's write is waited for"
    )
    database_statement_s: float = number(60.0, "seconds", 1, 3_600, "PostgreSQL only: a hung statement is given up")
    disk_least_bytes: int = number(
        64 * 2**20, "bytes", 0, 2**40, "with less free the server is not ready: commits and the index need room"
    )
    sqlite_readers: int = number(2, "threads", 1, 32, "reads beside the one writer; more wait for the interpreter")
    postgres_connections: int = number(10, "connections", 1, 500, "per process; PostgreSQL allows 100 by default")

    originals_max_bytes: int = number(
        4 * 2**30,
        "bytes",
        0,
        2**50,
        "of uploads kept so that the index can be built again; what is beyond is not kept",
    )
    deleted_gone_s: float = number(
        3_600.0, "seconds", 1, 10**7, "deleted words have left every file by then; the index is written anew for it"
    )
    upkeep_s: float = number(60.0, "seconds", 0.05, 3_600, "how often deletions that were cut off are looked for")

    # HTTP
    rate_per_minute: int = number(
        600, "requests", 1, 1_000_000, "per key without a limit of its own; a host application asks for many people"
    )
    page_size: int = number(50, "rows", 1, 500, "rows of a listed page unless the caller says")
    found_excerpt_chars: int = number(110, "characters", 20, 1_000, "two lines of the list where words are found")
    changes_look_s: float = number(
        2.0, "seconds", 0.05, 60, "how soon a page learns what another process did; its own process tells it at once"
    )
    changes_threads: int = number(
        200, "threads", 1, 10_000, "whose changes a page is told of: those with the newest messages"
    )
    heartbeat_s: float = number(15.0, "seconds", 0.01, 300, "proxies close a connection that is quiet for a minute")
    stream_quiet_s: float = number(
        900.0, "seconds", 0.01, 86_400, "no turn is quiet for so long; its reader comes back with the last event's id"
    )
    header_s: float = number(10.0, "seconds", 0.01, 600, "a head that does not come holds a connection no longer")
    body_idle_s: float = number(30.0, "seconds", 0.01, 600, "a body that stops coming holds a connection no longer")
    body_total_s: float = number(600.0, "seconds", 0.01, 86_400, "as body_idle_s, for a body that trickles in")
    unread_s: float = number(
        60.0, "seconds", 0.01, 3_600, "a reader that takes nothing more of its answer holds a connection no longer"
    )
    conversation_max_bytes: int = number(
        4 * 2**20, "bytes", 2**16, 2**30, "a chat client sends the whole conversation again with each message"
    )
    client_title_chars: int = number(60, "characters", 10, 500, "a title that a chat client asks for fits its list")
    client_tags: int = number(3, "tags", 1, 20, "as many as the prompts of chat clients ask for at most")
    upload_inline_max_bytes: int = number(
        2**20, "bytes", 0, 2**31, "larger files are indexed in the background, so the caller need not wait"
    )

    # Telegram
    telegram_poll_s: int = number(
        25, "seconds", 0, 50, "one request waits so long for news; fewer requests, no delay"
    )
    telegram_look_s: float = number(
        0.5, "seconds", 0.01, 60, "how soon the worker that serves the bot sees what another one received"
    )
    telegram_gather_s: float = number(
        1.0, "seconds", 0.0, 60, "how long the rest of an album, or of a text that the app cut in two, is waited for"
    )
    telegram_edit_s: float = number(
        1.5,
        "seconds",
        0.0,
        60,
        "between changes of an answer that grows; Telegram allows about one a second in a chat",
    )
    telegram_group_edit_s: float = number(4.0, "seconds", 0.0, 60, "in groups Telegram allows 20 messages a minute")
    telegram_typing_s: float = number(4.5, "seconds", 0.1, 5, "Telegram shows that someone types for five seconds")
    telegram_retry_s: float = number(1.0, "seconds", 0.01, 60, "wait after a failed request; doubles each time")
    telegram_retry_max_s: float = number(60.0, "seconds", 0.01, 3_600, "the longest wait between two tries")
    telegram_give_up_s: float = number(
        86_400.0, "seconds", 1, 10**7, "an answer that could not be sent for so long is left; the thread has it"
    )
    telegram_file_max_bytes: int = number(
        20 * 2**20, "bytes", 1, 2**31, "Telegram's own server gives bots files up to 20 MB; a local one gives larger"
    )
    telegram_recents: int = number(10, "questions", 1, 100, "fit one screen of a phone")
