"""Records every prompt as it reads when filled: run ``python tests/prompts/snapshot.py`` after an intended change."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from followthrough.prompts import read_prompt, render, shipped_prompts

SNAPSHOTS = Path(__file__).parent / "snapshots"


def record() -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    for name in shipped_prompts():
        text = (resources.files("followthrough") / "prompts" / f"{name}.md").read_text(encoding="utf-8")
        names = sorted(read_prompt(text, name))
        prompt = render(name, **{n: f"<<{n}>>" for n in names})
        shown = {"hash": prompt.hash, "variables": names, "system": prompt.system, "user": prompt.user}
        (SNAPSHOTS / f"{name}.json").write_text(
            json.dumps(shown, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    record()
