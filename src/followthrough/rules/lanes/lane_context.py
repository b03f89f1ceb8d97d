"""What a lane tells a model of the conversation: structured, bounded in keys and tokens, no transcript (R4-23, 2.7).

Invariant: no text leaves here that is longer than its cap, as a real tokenizer counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from followthrough.domain.continuity import ContinuityState, OptionSet, TraceEntry
from followthrough.tuning import Tuning

CountTokens: TypeAlias = Callable[[Sequence[str]], list[int]]

MOST_KEYS = 12  # of the structured block (2.7)


def continuity_context(state: ContinuityState, pool: OptionSet | None, count: CountTokens, tuning: Tuning) -> str:
    """What is remembered, a key a line; keys without a value are left out."""
    last = state.last_resolved_action
    known = {
        "activeScope": pool.scope.value if pool is not None else state.active_scope.value,
        "activeOptionSetId": pool.id if pool is not None else state.active_option_set_id,
        "pendingClarifierType": state.pending.value,
        "lastResolvedAction": _told(last) if last is not None else None,
        "recentActionTrace": "; ".join(_told(entry) for entry in state.recent_actions),
        "lastAcceptedChoiceId": state.last_accepted_choice_id,
        "recentAcceptedChoiceIds": ", ".join(state.recent_accepted_choice_ids),
        "recentRejectedChoiceIds": ", ".join(state.recent_rejected_choice_ids),
        "excerpt": capped(pool.excerpt, tuning.snapshot_excerpt_max_tokens, count) if pool is not None else None,
        "lastAssistantExplanation": capped(state.last_explanation, tuning.snapshot_excerpt_max_tokens, count),
    }
    lines = [f"{key}: {value}" for key, value in known.items() if value][:MOST_KEYS]
    return capped("\n".join(lines), tuning.blended_context_max_tokens, count)


def options_context(pool: OptionSet, count: CountTokens, tuning: Tuning) -> str:
    """The candidates, a line each: id, label, and what tells them apart."""
    lines: list[str] = []
    for option in pool.options:
        beside = [value for value in (option.sublabel, option.path, option.type, option.owner) if value]
        lines.append(" | ".join((option.id, option.label, *beside)))
    return capped("\n".join(lines), tuning.blended_context_max_tokens, count)


def _told(entry: TraceEntry) -> str:
    return f"{entry.type} {entry.target_ref} ({entry.label}), {entry.outcome.value}"


def capped(text: str, most: int, count: CountTokens) -> str:
    """The text, cut at a word to at most so many tokens."""
    while text and (found := count([text])[0]) > most:
        shorter = text[: min(len(text) - 1, len(text) * most // found)]
        text = shorter.rsplit(None, 1)[0] if " " in shorter.strip() else shorter
    return text
