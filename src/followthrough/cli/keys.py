"""``keys``: create, list, change and revoke API keys. A key is printed once; only its hash is kept."""

from __future__ import annotations

from rich.table import Table

from followthrough.bootstrap import Followthrough
from followthrough.channels.http.keys import LOCAL_OWNER, new_key, role_of_new
from followthrough.cli.output import console, notes, print_json
from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.errors import InvalidInput, NotFound
from followthrough.ports.key_store import ApiKey
from followthrough.settings import Settings


async def run_create(
    settings: Settings, *, owner: str, name: str, role: Role | None, rate_per_minute: int | None, json_output: bool
) -> None:
    """Creates a key and prints it. Without a role the first key is an admin's, every other a user's."""
    if not owner.strip():
        raise InvalidInput("The owner is empty.", fix="Give one: --owner NAME.", field="owner")
    async with Followthrough.open(settings, background=False) as system:
        is_first = not await system.keys.any_active()
        earlier = await _held_without_key(system) if is_first else ""
        secret, key = new_key(
            key_id=KeyId(system.ids.new("key")),
            owner=OwnerId(owner.strip()),
            name=name,
            created_at=system.clock.now(),
            rate_per_minute=rate_per_minute,
            role=role or role_of_new(is_first=is_first),
        )
        await system.keys.add(key)
        await system.note("key.create", key.id)
    if json_output:
        print_json({"id": key.id, "owner": key.owner, "name": key.name, "role": key.role.value, "key": secret})
    else:
        print(secret)
    why = " because it is the first" if is_first and role is None else ""
    said = [f"Key {key.id} for {key.owner}, with the role {key.role.value}{why}. It is shown this once: keep it now."]
    if is_first and not settings.local_without_key:
        said.append("From now on every call needs a key, on this machine too, unless local_without_key is set.")
        said.extend([earlier] if earlier and key.owner != LOCAL_OWNER else [])
    notes().print(" ".join(said), style="dim", markup=False)


async def _held_without_key(system: Followthrough) -> str:
    """How to reach the conversations that were held without a key; empty where there are none."""
    if not await system.threads.list(LOCAL_OWNER, limit=1):
        return ""
    return (
        f"The conversations held without a key belong to the owner {LOCAL_OWNER}; this key does not show them. "
        f"A key that shows them: followthrough keys create --owner {LOCAL_OWNER}"
    )


async def run_list(settings: Settings, *, json_output: bool) -> None:
    """Lists all keys, oldest first."""
    async with Followthrough.open(settings, background=False) as system:
        keys = await system.keys.list()
    if json_output:
        print_json(
            [
                {
                    "id": k.id,
                    "owner": k.owner,
                    "name": k.name,
                    "role": k.role.value,
                    "hint": k.hint,
                    "rate_per_minute": k.rate_per_minute,
                    "created_at": k.created_at.isoformat(),
                    "revoked_at": k.revoked_at.isoformat() if k.revoked_at else None,
                }
                for k in keys
            ]
        )
        return
    if not keys:
        print("There are no keys. Create one: followthrough keys create --owner NAME")
        return
    table = Table(box=None)
    table.add_column(
        "id", no_wrap=True, min_width=max(len(k.id) for k in keys)
    )  # `keys revoke` needs the whole of it
    for heading in ("owner", "name", "role", "ends in", "created", "a minute", "state"):
        table.add_column(heading)
    for k in keys:
        state = "revoked" if k.revoked_at else "in force"
        rate = "" if k.rate_per_minute is None else str(k.rate_per_minute)
        made = f"{k.created_at:%Y-%m-%d %H:%M}"
        table.add_row(k.id, k.owner, k.name, k.role.value, k.hint, made, rate, state)
    console().print(table)


async def run_change(
    settings: Settings, key_id: str, *, role: Role | None, rate_per_minute: int | None, server_rate: bool
) -> None:
    """Gives a key another role or another limit; what is not given stays."""
    if role is None and rate_per_minute is None and not server_rate:
        raise InvalidInput("Nothing is to be changed.", fix="Give --role, --rate or --server-rate.", field="role")
    async with Followthrough.open(settings, background=False) as system:
        key = _known(await system.keys.list(), key_id)
        rate = None if server_rate else rate_per_minute or key.rate_per_minute
        await system.keys.change(key.id, role=role or key.role, rate_per_minute=rate)
        await system.note("key.change", key.id)
    limit = "the server's limit" if rate is None else f"{rate} requests a minute"
    print(f"Changed {key_id}: {(role or key.role).value}, {limit}.")


async def run_revoke(settings: Settings, key_id: str) -> None:
    """Revokes a key."""
    async with Followthrough.open(settings, background=False) as system:
        key = _known(await system.keys.list(), key_id)
        await system.keys.revoke(key.id, system.clock.now())
        await system.note("key.revoke", key.id)
    print(f"Revoked {key_id}.")


def _known(keys: list[ApiKey], key_id: str) -> ApiKey:
    for key in keys:
        if key.id == key_id:
            return key
    raise NotFound("There is no key with this id.", fix="See: followthrough keys list")
