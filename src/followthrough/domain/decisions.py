"""How a routed turn was decided: gates, candidates, fingerprints and budgets (R4-11 to R4-19, R4-24, R4-26, R4-27).

Invariant: nothing here quotes the user; candidates are known by their ids and signatures.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.continuity import Provenance, Scope


class Gate(StrEnum):
    """What must all hold before words execute an option without a model (R4-24), in the order of checking."""

    COMMAND_LIKE = "command_like"
    UNIQUE_LABEL_WINNER = "unique_label_winner"
    SAME_OPTION_SET = "same_option_set"
    SAME_SCOPE = "same_scope"
    NO_QUESTION_INTENT = "no_question_intent"
    NO_LOOP_GUARD_CONFLICT = "no_loop_guard_conflict"
    NO_COMMAND_COLLISION = "no_command_collision"


class Ambiguity(StrEnum):
    """Why no deterministic winner was found (requirements 2.2)."""

    NO_DETERMINISTIC_MATCH = "no_deterministic_match"
    COMMAND_SELECTION_COLLISION = "command_selection_collision"
    MULTI_MATCH_NO_EXACT_WINNER = "multi_match_no_exact_winner"
    CROSS_SOURCE_TIE = "cross_source_tie"
    TYPO_AMBIGUOUS = "typo_ambiguous"
    NO_CANDIDATE = "no_candidate"


class RouteReason(StrEnum):
    """Reasons of R4-26 that a routed turn records."""

    DETERMINISTIC_CONTINUITY_RESOLVE = "deterministic_continuity_resolve"
    LLM_SELECT = "llm_select"
    LLM_NEED_MORE_INFO = "llm_need_more_info"
    NEED_MORE_INFO_VETO_APPLIED = "need_more_info_veto_applied"
    NEED_MORE_INFO_VETO_BLOCKED = "need_more_info_veto_blocked_reason"
    CONTINUITY_ENRICHMENT_RETRY_CALLED = "continuity_enrichment_retry_called"
    CONTINUITY_ENRICHMENT_FINGERPRINT_UNCHANGED = "continuity_enrichment_fingerprint_unchanged"
    CONTINUITY_ENRICHMENT_BUDGET_EXHAUSTED = "continuity_enrichment_budget_exhausted"


class FallbackReason(StrEnum):
    """Why a lane fell back to a clarifier (R4-19). After the last three nothing is tried again.

    ``resting``: no model was asked, because all of them failed a moment ago.
    """

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    TRANSPORT_ERROR = "transport_error"
    ABSTAIN = "abstain"
    LOW_CONFIDENCE = "low_confidence"
    NO_NEW_EVIDENCE = "no_new_evidence"
    BUDGET_EXHAUSTED = "budget_exhausted"
    RESTING = "resting"


class EvidenceType(StrEnum):
    """What may be asked for before a retry (R4-16); nothing else is fetched."""

    CHAT_ACTIVE_OPTIONS = "chat_active_options"
    CHAT_RECOVERABLE_OPTIONS = "chat_recoverable_options"
    ACTIVE_WIDGET_ITEMS = "active_widget_items"
    ACTIVE_DASHBOARD_ITEMS = "active_dashboard_items"
    ACTIVE_WORKSPACE_ITEMS = "active_workspace_items"
    SCOPE_DISAMBIGUATION_HINT = "scope_disambiguation_hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """Whether the gates were passed; ``failed`` is the first that was not."""

    failed: Gate | None
    winner_id: str | None = None

    @property
    def passed(self) -> bool:
        """Whether the winner may be executed."""
        return self.failed is None and self.winner_id is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSignature:
    """What a candidate is known by (R4-13): its id, its label in comparable form, and what tells it from others."""

    id: str
    label_normalized: str
    path: str = ""
    type: str = ""
    owner: str = ""
    sublabel: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePack:
    """The evidence of a decision, of which the fingerprint is taken (R4-13).

    Attributes:
        active_scope: where the candidates stand.
        scope_instance_id: which list of that scope.
        active_option_set_id: which set; None without one.
        candidates: the bounded pool.
        excerpts: texts that count as evidence; only their hashes leave this value.
        continuity_schema_version: of ``ContinuityState``.
    """

    active_scope: Scope
    scope_instance_id: str | None
    active_option_set_id: str | None
    candidates: tuple[CandidateSignature, ...]
    excerpts: tuple[str, ...] = ()
    continuity_schema_version: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutedDecision:
    """How a routed turn was decided (R4-26, R4-27).

    Attributes:
        provenance: who decided; None where a lane let the message pass.
        gates: what the gates said; None where they were not asked.
        ambiguity: why there was no deterministic winner; None where there was one.
        candidates: the pool, in the order shown.
        winner_id: the option that was executed; None when none was.
        suggested_id: the option that a clarifier put first.
        fallback_reason: why a clarifier was given instead of a model's choice; None where no model was to decide.
        steps: reasons of R4-26 in the order they came up.
        loop_cycle_id: of the unresolved choice; None where there is none.
        fingerprint_before: of the evidence as the turn found it; None where none was taken.
        fingerprint_after: after enrichment; equals ``fingerprint_before`` where nothing new was found.
        retry_attempt_index: how often a model was asked again in this turn.
        retry_budget_remaining: enrichment steps that were left.
        model_calls: how often a model was asked.
        active_option_set_id: the set that the decision was about.
        active_scope: its scope.
        shadow: it was decided and recorded, and not acted on.
        would: the reason for what a lane in shadow would have done; empty where it acted.
    """

    provenance: Provenance | None = None
    gates: GateResult | None = None
    ambiguity: Ambiguity | None = None
    candidates: tuple[CandidateSignature, ...] = ()
    winner_id: str | None = None
    suggested_id: str | None = None
    fallback_reason: FallbackReason | None = None
    steps: tuple[RouteReason, ...] = ()
    loop_cycle_id: str | None = None
    fingerprint_before: str | None = None
    fingerprint_after: str | None = None
    retry_attempt_index: int = 0
    retry_budget_remaining: int = 0
    model_calls: int = 0
    active_option_set_id: str | None = None
    active_scope: Scope = Scope.NONE
    shadow: bool = False
    would: str = ""
