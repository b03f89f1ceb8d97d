"""Whether the disk of a folder has room left."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from followthrough.errors import StoreUnavailable


def room_in(folder: Path, least_bytes: int) -> Callable[[], None]:
    """A check that raises ``StoreUnavailable`` when fewer bytes are free on the folder's disk, or it is gone."""

    def check() -> None:
        try:
            free = shutil.disk_usage(folder).free
        except OSError as error:
            raise StoreUnavailable(
                f"The data folder can't be reached: {(error.strerror or 'unknown reason').lower()}.",
                fix="Bring it back, or set data_dir.",
            ) from error
        if free < least_bytes:
            raise StoreUnavailable(
                f"The disk of the data folder has {free // 2**20} MB left.", fix="Make room on it; nothing is lost."
            )

    return check
