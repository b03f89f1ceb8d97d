"""A Bot API server on a real port of this machine, with the rules of Telegram's that a bot can run into.

It keeps what chats show, checks every message as Telegram does (length in UTF-16 units, ranges of formatting, 64
bytes of button data), posts to a webhook or hands out updates by long polling, and fails where a test says so.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

TOKEN = "4242:" + "A" * 35
BOT = {"id": 4242, "is_bot": True, "first_name": "Follow", "username": "follow_bot"}


@dataclass
class Shown:
    """A message as a chat shows it."""

    id: int
    text: str
    entities: list[dict[str, Any]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    topic: int | None = None
    reply_to: int | None = None
    edits: list[str] = field(default_factory=list)

    def styled(self, kind: str) -> list[str]:
        """The parts of the text with this formatting."""
        code = self.text.encode("utf-16-le")
        return [
            code[2 * e["offset"] : 2 * (e["offset"] + e["length"])].decode("utf-16-le")
            for e in self.entities
            if e["type"] == kind
        ]


@dataclass(frozen=True)
class Fault:
    """What a call gets instead of, or after, its answer.

    ``done``: the call is carried out all the same, and only its answer is lost.
    """

    status: int = 500
    description: str = "Internal Server Error"
    retry_after: int | None = None
    drop: bool = False
    done: bool = False
    migrate_to: int | None = None


class BotApi:
    """The server and what it knows."""

    def __init__(self) -> None:
        self.chats: dict[int, list[Shown]] = defaultdict(list)
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.faults: dict[str, deque[Fault]] = defaultdict(deque)
        self.files: dict[str, bytes] = {}
        self.clicks: dict[str, str | None] = {}
        self.webhook: dict[str, Any] | None = None
        self.posted: list[tuple[int, int]] = []
        self.pollers = 0
        self.confirmed = 0
        self.hold: dict[str, asyncio.Event] = {}
        self.url = ""
        self._updates: list[dict[str, Any]] = []
        self._next_update = 1000
        self._next_message = 100
        self._changed = asyncio.Condition()
        self._posting: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[BotApi]:
        """Serves on a free port."""
        app = web.Application()
        app.router.add_post("/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/{path:.*}", self._file)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            for task in self._posting:
                task.cancel()
            await asyncio.gather(*self._posting, return_exceptions=True)
            await runner.cleanup()

    # What people do

    def message(self, text: str | None = None, *, chat: int = 7, user: int = 7, **more: Any) -> dict[str, Any]:
        """A message as an update holds it."""
        self._next_message += 1
        kind = "private" if chat > 0 else "supergroup"
        content = {} if text is None else {"text": text}
        if text is not None and text.startswith("/"):
            content["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}]
        return {
            "message_id": self._next_message,
            "date": 1_780_000_000,
            "chat": {"id": chat, "type": kind},
            "from": {"id": user, "is_bot": False, "first_name": "Ann"},
            **content,
            **more,
        }

    async def say(self, text: str | None = None, *, chat: int = 7, **more: Any) -> dict[str, Any]:
        """Someone writes to the bot."""
        return await self.update(message=self.message(text, chat=chat, **more))

    async def click(self, shown: Shown, label: str, *, chat: int = 7, user: int = 7) -> str:
        """Someone presses a button; returns the click's id."""
        data = next(data for text, data in shown.buttons if text == label)
        return await self.press(shown, data, chat=chat, user=user)

    async def press(self, shown: Shown, data: str, *, chat: int = 7, user: int = 7) -> str:
        """A click with this data."""
        click_id = f"{9_000_000 + self._next_update}"
        message = self.message("", chat=chat, user=user) | {"message_id": shown.id, "from": BOT}
        if shown.topic is not None:
            message |= {"message_thread_id": shown.topic, "is_topic_message": True}
        query = {
            "id": click_id,
            "from": {"id": user, "is_bot": False, "first_name": "Ann"},
            "chat_instance": "1",
            "message": message,
            "data": data,
        }
        await self.update(callback_query=query)
        return click_id

    async def update(self, **content: Any) -> dict[str, Any]:
        """Delivers an update; the same one can be delivered again with ``again``."""
        self._next_update += 1
        update = {"update_id": self._next_update, **content}
        await self.again(update)
        return update

    async def again(self, update: dict[str, Any]) -> None:
        """Delivers an update that may have been delivered before."""
        self._updates.append(update)
        if self.webhook is not None:
            task = asyncio.create_task(self._post(update))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)
        await self._signal()

    def upload(self, name: str, data: bytes, **more: Any) -> dict[str, Any]:
        """The part of a message that holds a file."""
        self.files[f"id-{name}"] = data
        document = {"file_id": f"id-{name}", "file_unique_id": name, "file_name": name, "file_size": len(data)}
        return {"document": document | more}

    # What tests look at

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Waits until something holds; returns what it gave."""
        async with asyncio.timeout(180), self._changed:  # a bound for what never comes, not a duration
            while not (found := holds()):
                await self._changed.wait()
            return found

    async def shown(self, count: int, *, chat: int = 7) -> list[Shown]:
        """The chat's messages of the bot, once there are so many."""
        await self.until(lambda: len(self.chats[chat]) >= count)
        return self.chats[chat]

    def texts(self, chat: int = 7) -> list[str]:
        """What the chat shows of the bot."""
        return [shown.text for shown in self.chats[chat]]

    @property
    def unconfirmed(self) -> bool:
        """Whether there are updates that the bot has not said to have."""
        return self.webhook is None and any(u["update_id"] >= self.confirmed for u in self._updates)

    def count(self, method: str) -> int:
        """How often a method was called."""
        return sum(name == method for name, _ in self.calls)

    # The server

    async def _signal(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _post(self, update: dict[str, Any]) -> None:
        assert self.webhook is not None
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.get("secret_token", "")}
        async with aiohttp.ClientSession() as session:
            for _ in range(20):  # Telegram tries again for a day
                try:
                    async with session.post(self.webhook["url"], json=update, headers=headers) as answer:
                        self.posted.append((update["update_id"], answer.status))
                        status = answer.status
                except aiohttp.ClientError:
                    status = 0
                await self._signal()
                if status == 200:
                    return
                await asyncio.sleep(0.05)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        form = await request.post()
        params = {name: _value(str(text)) for name, text in form.items()}
        if request.match_info["token"] != TOKEN:
            return _refuse(401, "Unauthorized")
        self.calls.append((method, params))
        await self._signal()
        if (gate := self.hold.get(method)) is not None:
            await gate.wait()
        fault = self.faults[method].popleft() if self.faults[method] else None
        answer = self._fail(fault) if fault is not None and not fault.done else await self._answer(method, params)
        await self._signal()
        if fault is not None and fault.drop:
            assert request.transport is not None
            request.transport.abort()
        return answer

    def _fail(self, fault: Fault) -> web.Response:
        parameters: dict[str, Any] = {}
        if fault.retry_after is not None:
            parameters["retry_after"] = fault.retry_after
        if fault.migrate_to is not None:
            parameters["migrate_to_chat_id"] = fault.migrate_to
        return _refuse(fault.status, fault.description, **parameters)

    async def _answer(self, method: str, params: dict[str, Any]) -> web.Response:
        match method:
            case "getMe":
                return _ok(BOT)
            case "getUpdates":
                return await self._get_updates(params)
            case "sendMessage":
                return self._send(params)
            case "editMessageText" | "editMessageReplyMarkup":
                return self._edit(params)
            case "getFile":
                return self._get_file(params)
            case _:
                return self._change(method, params)

    def _change(self, method: str, params: dict[str, Any]) -> web.Response:
        match method:
            case "setWebhook":
                self.webhook = params
            case "deleteWebhook":
                self.webhook = None
            case "deleteMessage":
                chat = self.chats[params["chat_id"]]
                chat[:] = [m for m in chat if m.id != params["message_id"]]
            case "answerCallbackQuery":
                self.clicks[str(params["callback_query_id"])] = params.get("text")
            case "sendChatAction" | "setMyCommands":
                pass
            case _:
                return _refuse(404, "Not Found")
        return _ok(True)

    async def _get_updates(self, params: dict[str, Any]) -> web.Response:
        if self.webhook is not None:
            return _refuse(409, "Conflict: can't use getUpdates method while webhook is active")
        if self.pollers:
            return _refuse(409, "Conflict: terminated by other getUpdates request")
        offset = params.get("offset", 0)
        self.confirmed = max(self.confirmed, offset)
        self._updates = [u for u in self._updates if u["update_id"] >= offset]
        self.pollers += 1
        try:
            async with asyncio.timeout(params.get("timeout", 0)), self._changed:
                await self._changed.wait_for(lambda: self._updates)
        except TimeoutError:
            return _ok([])
        finally:
            self.pollers -= 1
        return _ok(self._updates[:100])

    def _send(self, params: dict[str, Any]) -> web.Response:
        fault = _fault_in(params)
        if fault is not None:
            return _refuse(400, f"Bad Request: {fault}")
        self._next_message += 1
        reply = params.get("reply_parameters") or {}
        shown = Shown(
            id=self._next_message,
            text=params["text"],
            entities=params.get("entities") or [],
            buttons=_buttons(params),
            topic=params.get("message_thread_id"),
            reply_to=reply.get("message_id"),
        )
        self.chats[params["chat_id"]].append(shown)
        return _ok(self._as_message(params["chat_id"], shown))

    def _edit(self, params: dict[str, Any]) -> web.Response:
        chat = params["chat_id"]
        shown = next((m for m in self.chats[chat] if m.id == params["message_id"]), None)
        if shown is None:
            return _refuse(400, "Bad Request: message to edit not found")
        fault = _fault_in(params) if "text" in params else None
        if fault is not None:
            return _refuse(400, f"Bad Request: {fault}")
        text, entities = params.get("text", shown.text), params.get("entities") or []
        if text == shown.text and _buttons(params) == shown.buttons:
            return _refuse(400, "Bad Request: message is not modified")
        if "text" in params:
            shown.edits.append(shown.text)
            shown.text, shown.entities = text, entities
        shown.buttons = _buttons(params)
        return _ok(self._as_message(chat, shown))

    def _get_file(self, params: dict[str, Any]) -> web.Response:
        data = self.files.get(params["file_id"])
        if data is None:
            return _refuse(400, "Bad Request: invalid file_id")
        return _ok(
            {"file_id": params["file_id"], "file_unique_id": "u", "file_path": f"documents/{params['file_id']}"}
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        self.calls.append(("download", {}))
        return web.Response(body=self.files[request.match_info["path"].removeprefix("documents/")])

    def _as_message(self, chat: int, shown: Shown) -> dict[str, Any]:
        return {
            "message_id": shown.id,
            "date": 1_780_000_000,
            "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"},
            "from": BOT,
            "text": shown.text,
        }


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _ok(result: Any) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def _refuse(status: int, description: str, **parameters: Any) -> web.Response:
    body = {"ok": False, "error_code": status, "description": description}
    return web.json_response(body | ({"parameters": parameters} if parameters else {}), status=status)


def _buttons(params: dict[str, Any]) -> list[tuple[str, str]]:
    rows = (params.get("reply_markup") or {}).get("inline_keyboard", [])
    return [(button["text"], button["callback_data"]) for row in rows for button in row]


def _fault_in(params: dict[str, Any]) -> str | None:
    """What Telegram has against a message."""
    text = params["text"] = str(params.get("text", ""))
    length = len(text.encode("utf-16-le")) // 2
    if not text.strip():
        return "message text is empty"
    if length > 4096:
        return "message is too long"
    if any(not 0 <= e["offset"] < e["offset"] + e["length"] <= length for e in params.get("entities") or []):
        return "can't parse entities: an entity is beyond the text"
    if any(not 1 <= len(data.encode()) <= 64 for _, data in _buttons(params)):
        return "BUTTON_DATA_INVALID"
    return None
