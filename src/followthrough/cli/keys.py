"""``keys``: create, list and revoke API keys. A key is printed once; only its hash is kept."""

from __future__ import annotations

from rich.table import Table

from followthrough.bootstrap import Followthrough
from followthrough.channels.http.keys import new_key
from followthrough.cli.output import console, notes, print_json
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.errors import InvalidInput, NotFound
from followthrough.settings import Settings


async def run_create(
    settings: Settings, *, owner: str, name: str, rate_per_minute: int | None, json_output: bool
) -> None:
    """Creates a key and prints it."""
    if not owner.strip():
        raise InvalidInput("The owner is empty.", fix="Give one: --owner NAME.", field="owner")
    async with Followthrough.open(settings, background=False) as system:
        secret, key = new_key(
            key_id=KeyId(system.ids.new("key")),
            owner=OwnerId(owner.strip()),
            name=name,
            created_at=system.clock.now(),
            rate_per_minute=rate_per_minute,
        )
        await system.keys.add(key)
    if json_output:
        print_json({"id": key.id, "owner": key.owner, "name": key.name, "key": secret})
        return
    print(secret)
    notes().print(f"Key {key.id} for {key.owner}. It is shown this once: keep it now.", style="dim", markup=False)


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
    for heading in ("owner", "name", "ends in", "created", "a minute", "state"):
        table.add_column(heading)
    for k in keys:
        state = "revoked" if k.revoked_at else "in force"
        rate = "" if k.rate_per_minute is None else str(k.rate_per_minute)
        table.add_row(k.id, k.owner, k.name, k.hint, f"{k.created_at:%Y-%m-%d %H:%M}", rate, state)
    console().print(table)


async def run_revoke(settings: Settings, key_id: str) -> None:
    """Revokes a key."""
    async with Followthrough.open(settings, background=False) as system:
        if not await system.keys.revoke(KeyId(key_id), system.clock.now()):
            raise NotFound("There is no key with this id.", fix="See: followthrough keys list")
    print(f"Revoked {key_id}.")
