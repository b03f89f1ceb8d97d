"""Callers and their keys on the wire."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from followthrough.channels.wire.schema import Answer, Name, Request, Time
from followthrough.domain.access import Role, may
from followthrough.ports.key_store import ApiKey


def _number(value: object) -> object:
    """What JSON calls a number: the framework would take `true` and `"1"` for one."""
    if isinstance(value, bool | str):
        raise PydanticCustomError("no_number", "must be a whole number")
    return value


Rate = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(_number)]
"""Requests a minute."""


class WireMe(Answer):
    """Who makes the request, and what they may do."""

    owner: str
    """Whose threads it sees; `local` without a key."""
    key_id: str | None
    """The id of the key; null without one."""
    role: Role
    roles: list[Role]
    """Every role whose routes it may call, in the order user, editor, operator, admin."""
    waiting_handoffs: int | None
    """Conversations that wait for a person, at most 500; null for who may not see them."""


class WireKey(Answer):
    """A key, without what opens anything."""

    key_id: str
    owner: str
    name: str
    role: Role
    hint: str
    """Its last four characters."""
    rate_per_minute: int | None
    """Requests that it may make a minute; null: what the server lets every key make."""
    created_at: Time
    revoked_at: Time | None
    """Since when it opens nothing; null while it is in force."""


class MadeKey(WireKey):
    """A key that was just made."""

    secret: str
    """What its holder sends. It is told this once: only its hash is kept."""


class KeyList(Answer):
    """All keys."""

    keys: list[WireKey]
    """Oldest first, revoked ones among them."""


class NewKey(Request):
    """A key to be made."""

    owner: Name = Field(examples=["clinic-a"])
    """Whose threads it sees: keys of the same owner see the same."""
    name: Name | None = Field(default=None, examples=["front desk"])
    """What people call it; empty when left out."""
    role: Role | None = Field(default=None, examples=["user"])
    """When left out: the first key is an admin's, every other a user's."""
    rate_per_minute: Rate | None = Field(default=None, examples=[120])
    """Requests that it may make a minute; null: what the server lets every key make."""


class ChangeKey(Request):
    """What becomes of a key; what is left out stays."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": ["role"], "properties": {"role": {"type": "string"}}},
                {"required": ["rate_per_minute"]},
            ]
        }
    )

    role: Role | None = Field(default=None, examples=["operator"])
    rate_per_minute: Rate | None = Field(default=None, examples=[120])
    """Null: what the server lets every key make."""

    @property
    def changes_rate(self) -> bool:
        """Whether the limit was named at all."""
        return "rate_per_minute" in self.model_fields_set

    @model_validator(mode="after")
    def _something_changes(self) -> Self:
        if self.role is None and not self.changes_rate:
            raise ValueError("give role, rate_per_minute, or both")
        return self


def me(*, owner: str, key_id: str | None, role: Role, waiting_handoffs: int | None) -> WireMe:
    """The caller on the wire."""
    roles = [each for each in Role if may(role, each)]
    return WireMe(owner=owner, key_id=key_id, role=role, roles=roles, waiting_handoffs=waiting_handoffs)


def key(stored: ApiKey) -> WireKey:
    """A key on the wire."""
    return WireKey(
        key_id=stored.id,
        owner=stored.owner,
        name=stored.name,
        role=stored.role,
        hint=stored.hint,
        rate_per_minute=stored.rate_per_minute,
        created_at=stored.created_at,
        revoked_at=stored.revoked_at,
    )
