"""The fingerprint of a decision's evidence: SHA-256 of canonical JSON (R4-12 to R4-14, RFC 8785).

Invariants: identical evidence gives the identical fingerprint in every process and language; times, random ids and
latencies are no part of it. docs/concepts/fingerprint.md has test vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import rfc8785

from followthrough.domain.continuity import ContinuityState, Option, OptionSet
from followthrough.domain.decisions import CandidateSignature, EvidencePack


def fingerprint(pack: EvidencePack) -> str:
    """The SHA-256 of the evidence, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(canonical(pack)).hexdigest()


def canonical(pack: EvidencePack) -> bytes:
    """The evidence as canonical JSON, in UTF-8. Texts must be valid Unicode."""
    payload: dict[str, object] = {
        "activeOptionSetId": pack.active_option_set_id,
        "candidateIds": _sorted(c.id for c in pack.candidates),
        "candidateSignatures": [_signed(c) for c in sorted(pack.candidates, key=lambda c: _order(c.id))],
        "continuitySchemaVersion": pack.continuity_schema_version,
        "excerptHashes": _sorted({hashlib.sha256(e.encode()).hexdigest() for e in pack.excerpts}),
        "scopeBinding": {"activeScope": pack.active_scope.value, "instanceId": pack.scope_instance_id},
    }
    return rfc8785.dumps(payload)  # pyright: ignore[reportArgumentType] - its type of JSON is invariant in containers


def _signed(candidate: CandidateSignature) -> dict[str, object]:
    return {
        "id": candidate.id,
        "labelNormalized": candidate.label_normalized,
        "owner": candidate.owner,
        "path": candidate.path,
        "sublabel": candidate.sublabel,
        "type": candidate.type,
    }


def _sorted(texts: Iterable[str]) -> list[str]:
    return sorted(texts, key=_order)


def _order(text: str) -> bytes:
    """The order of UTF-16 code units, as RFC 8785 has it for keys."""
    return text.encode("utf-16-be")


def label_normalized(label: str) -> str:
    """A label in comparable form: casefolded, white space collapsed, no punctuation at either end."""
    words = " ".join(label.casefold().split())
    inner = words.strip(_EDGES)
    return inner or words


_EDGES = " .,;:!?\"'`“”‘’«»()[]{}<>*_-–—…"


def signature(option: Option) -> CandidateSignature:
    """What an option is known by."""
    return CandidateSignature(
        id=option.id,
        label_normalized=label_normalized(option.label),
        path=option.path,
        type=option.type,
        owner=option.owner,
        sublabel=option.sublabel,
    )


def evidence_of(pool: OptionSet, options: Iterable[Option], state: ContinuityState) -> EvidencePack:
    """The evidence of a choice among options of a set, with the texts beside them."""
    return EvidencePack(
        active_scope=pool.scope,
        scope_instance_id=pool.scope_instance_id or pool.id,
        active_option_set_id=pool.id,
        candidates=tuple(signature(option) for option in options),
        excerpts=tuple(text for text in (pool.excerpt, state.last_explanation) if text),
        continuity_schema_version=state.schema_version,
    )
