"""``pack check``: what is wrong with a pack, fault by fault."""

from __future__ import annotations

import sys

from followthrough.bootstrap import check_pack
from followthrough.cli.output import print_json
from followthrough.domain.pack import Pack


def run_check(name_or_path: str, *, json_output: bool) -> int:
    """Checks the pack; returns the exit code.

    Raises:
        ConfigurationError: there is no such pack.
    """
    found = check_pack(name_or_path)
    faults = [] if isinstance(found, Pack) else found
    if json_output:
        print_json({"pack": name_or_path, "faults": faults})
    elif isinstance(found, Pack):
        kinds = len(found.slots.needs)
        print(
            f"The pack {found.name} is in order: {len(found.slots.slots)} slots, {kinds} kinds of question need them."
        )
    else:
        for fault in faults:
            print(fault)
        count = len(faults)
        print(f"pack: {count} fault{'s' if count > 1 else ''}. Correct the lines named above.", file=sys.stderr)
    return 1 if faults else 0
