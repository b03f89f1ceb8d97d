"""What the reply says of the user's material: what was read, what was not, and what rests on it (C13, R0-31)."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.objective import Source, SubObjective, SubStatus
from followthrough.domain.outcome import Doubt, Extract, PartAnswer
from followthrough.domain.texts import Texts
from followthrough.rules.language.wording import shown

_WAITS = "still_reading"


def not_taken(material: Material | None, texts: Texts) -> list[str]:
    """One line for each thing that could not be read or kept, or is still to be read."""
    told = () if material is None else (*material.given, *material.waiting)
    return [_refusal(given, texts) for given in told if given.refused is not None]


def _refusal(given: Given, texts: Texts) -> str:
    reason = getattr(texts, f"link_{given.refused}", None) if given.kind is GivenKind.LINK else None
    if reason is not None:
        line = str(reason).format(link=shown(given.text))
        return f"{line} {texts.link_known}" if given.known else line
    text = texts.material_waits if given.refused == _WAITS else texts.material_failed
    return text.format(name=called(given))


def was_read(material: Material | None, texts: Texts) -> list[str]:
    """The line that says which of the documents were read; none when there were none."""
    names = [called(g) for g in _all(material) if g.document_id is not None and g.refused is None]
    return [texts.material_read.format(names=texts.list_comma.join(names))] if names else []


def noted(material: Material | None, texts: Texts) -> str:
    """The reply to material with which nothing is to be done yet."""
    names = [called(g) for g in _all(material) if g.refused is None]
    lines = not_taken(material, texts)
    lines += [texts.material_noted.format(names=texts.list_comma.join(names))] if names else []
    return "\n\n".join(lines)


def called(given: Given) -> str:
    """How what was given is called in a sentence."""
    return f"“{shown(given.name or given.text)}”"


def credited(answers: Sequence[PartAnswer], texts: Texts) -> list[str]:
    """The line below answers that rest on the user's documents; none when none does."""
    passages = [
        extract.passage
        for answer in answers
        if answer.source is Source.USER_PROVIDED
        for extract in answer.extracts
        if extract.passage.thread_id is not None
    ]
    names = dict.fromkeys(f"“{shown(passage.document_name)}”" for passage in passages)
    return [texts.from_user.format(names=texts.list_comma.join(names))] if names else []


def is_word_alone(part: SubObjective) -> bool:
    """Whether there is nothing for the part but the user's word."""
    return part.status is SubStatus.PARTIAL and part.source is Source.USER_PROVIDED and not part.evidence


def on_their_word(part: SubObjective, texts: Texts) -> str:
    """What is said of a part for which there is the user's word alone."""
    return texts.user_word.format(part=shown(part.called), said=shown(part.answer or ""))


def note_of(extract: Extract, texts: Texts, *, dated: bool) -> str:
    """What stands behind a source's words, a space before it: that it is replaced, or its name and date."""
    if dated:
        name, when = shown(extract.passage.document_name), extract.passage.effective_date
        said = texts.dated.format(name=name, date=when.isoformat()) if when else texts.undated.format(name=name)
        return f" {said}"
    return f" {texts.superseded}" if extract.superseded else ""


def doubtful(answer: PartAnswer, texts: Texts) -> str:
    """Why what was found does not settle the part; of two that disagree the newer one is preferred (R0-20)."""
    if answer.doubt is not Doubt.DISAGREEMENT:
        return texts.doubt_superseded if answer.doubt is Doubt.SUPERSEDED else texts.doubt_expired
    first, other = (extract.passage for extract in answer.extracts)
    if first.effective_date and other.effective_date and first.effective_date != other.effective_date:
        return texts.doubt_newer.format(name=shown(first.document_name))
    return texts.doubt_disagreement


def _all(material: Material | None) -> tuple[Given, ...]:
    return () if material is None else material.given
