"""How a server's process shares memory and processors among its threads. A library's host keeps its own ways."""

from __future__ import annotations

import ctypes
import gc
import importlib
import sys
from contextlib import suppress
from typing import Any

_SWITCH_S = 0.001
_YOUNG = (2_000, 10, 10)  # objects made before garbage is looked for; by default 700, 10, 10
_ARENA_MAX, _ARENAS = -8, 2  # glibc's number of the parameter, and its value


def settle() -> None:
    """Settles the process for many threads that each compute little.

    - A matrix is multiplied by the thread that wants it: those of a turn are small, and a second thread spent its
      time waiting (76 of 346 ms of CPU in a follow-up).
    - Threads that compute give way to the event loop after 1 ms instead of 5.
    - The C library keeps few heaps. By default each thread gets one, up to eight a core, and what one of them once
      needed it keeps: 100 MB after 64 conversations at once.
    - Garbage is looked for less often.
    """
    sys.setswitchinterval(_SWITCH_S)
    gc.set_threshold(*_YOUNG)
    with suppress(ImportError, OSError, AttributeError):  # numpy on other libraries has no such function
        numbers: Any = importlib.import_module("numpy._core._multiarray_umath")
        ctypes.CDLL(numbers.__file__).scipy_openblas_set_num_threads64_(1)
    if sys.platform == "linux":
        with suppress(AttributeError):  # other C libraries have none
            ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


def keep_loaded() -> None:
    """What is loaded by now stays, so that no search for garbage looks at it again; in a settled process only."""
    if gc.get_threshold() == _YOUNG:
        gc.freeze()
