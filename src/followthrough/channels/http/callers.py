"""Routes of callers: who one is to this server, and the keys that others are known by."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from followthrough.channels.http.auditing import ABOUT
from followthrough.channels.http.keys import new_key, role_of_new
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import Services, TheCaller, TheServices, TheSettings
from followthrough.channels.wire.access import ChangeKey, KeyList, MadeKey, NewKey, WireKey, WireMe
from followthrough.channels.wire.access import key as wire_key
from followthrough.channels.wire.access import me as wire_me
from followthrough.domain.access import Role, may
from followthrough.domain.handoff import HandoffState
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.errors import InvalidInput, NotFound
from followthrough.ports.key_store import ApiKey

router = APIRouter(prefix="/v1", tags=["operation"])

KeyIdPath = Annotated[str, Path(description="The key's id.", examples=["key_01h9"])]
_WAITING_READ = 500  # a longer queue says nothing more


@router.get("/me", responses=problems(401, 403, 422, 429, 503))
async def get_me(services: TheServices, caller: TheCaller) -> WireMe:
    """Who makes the request: the owner, the key, the roles, and how many conversations wait for a person.

    How many wait is told to operators and admins only.
    """
    waiting = None
    if may(caller.role, Role.OPERATOR):
        waiting = len(await services.handoffs.list(states=[HandoffState.WAITING], limit=_WAITING_READ))
    return wire_me(owner=caller.owner, key_id=caller.key, role=caller.role, waiting_handoffs=waiting)


@router.get("/keys", responses=problems(401, 403, 422, 429, 503))
async def list_keys(services: TheServices) -> KeyList:
    """All keys, oldest first, revoked ones among them; of what opens a door only the last four characters."""
    return KeyList(keys=[wire_key(key) for key in await services.keys.list()])


@router.post("/keys", status_code=201, responses=problems(401, 403, 413, 415, 422, 429, 503))
async def create_key(services: TheServices, settings: TheSettings, body: NewKey, request: Request) -> MadeKey:
    """Makes a key and tells it, once.

    The first key has to be an admin's, unless this machine needs none: from then on every call needs a key.
    """
    is_first = not await services.keys.any_active()
    role = body.role or role_of_new(is_first=is_first)
    if is_first and role is not Role.ADMIN and not settings.local_without_key:
        raise InvalidInput(
            "With the first key every call needs one, so it has to be an admin's.", fix="Send admin.", field="role"
        )
    secret, key = new_key(
        key_id=KeyId(services.ids.new("key")),
        owner=OwnerId(body.owner),
        name=body.name or "",
        created_at=services.clock.now(),
        rate_per_minute=body.rate_per_minute,
        role=role,
    )
    await services.keys.add(key)
    request.scope[ABOUT] = key.id
    return MadeKey(**wire_key(key).model_dump(), secret=secret)


@router.patch("/keys/{key_id}", responses=problems(401, 403, 404, 413, 415, 422, 429, 503))
async def change_key(services: TheServices, caller: TheCaller, key_id: KeyIdPath, body: ChangeKey) -> WireKey:
    """Gives a key another role, limit, or both, at once. It can't be the key that this comes with."""
    key = await _other(services, caller.key, key_id)
    rate = body.rate_per_minute if body.changes_rate else key.rate_per_minute
    await services.keys.change(key.id, role=body.role or key.role, rate_per_minute=rate)
    return wire_key(await _known(services, key_id))


@router.delete("/keys/{key_id}", status_code=204, responses=problems(401, 403, 404, 422, 429, 503))
async def revoke_key(services: TheServices, caller: TheCaller, key_id: KeyIdPath) -> Response:
    """Revokes a key: it opens nothing from the next request on. It can't be the key that this comes with."""
    key = await _other(services, caller.key, key_id)
    await services.keys.revoke(key.id, services.clock.now())
    return Response(status_code=204)


async def _other(services: Services, own: KeyId | None, key_id: str) -> ApiKey:
    """A key that is not the caller's own: so an admin stays who can let others in.

    Raises:
        NotFound: there is none with this id.
        InvalidInput: it is the caller's own.
    """
    if key_id == own:
        raise InvalidInput("This request comes with that very key.", fix="Use another admin's key.", field="key_id")
    return await _known(services, key_id)


async def _known(services: Services, key_id: str) -> ApiKey:
    key = next((each for each in await services.keys.list() if each.id == key_id), None)
    if key is None:
        raise NotFound("There is no key with this id.", fix="Check the id.")
    return key
