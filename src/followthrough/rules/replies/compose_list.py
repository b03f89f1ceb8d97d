"""The replies about lists: what is asked, what was done, and what was done before and why.

Invariant: labels and words beside them are data: they are shown as they stand and act as nothing.
"""

from __future__ import annotations

from typing import assert_never

from followthrough.domain.continuity import Action, ActionType, Outcome, TraceEntry
from followthrough.domain.conversation import Citation, Reply
from followthrough.domain.lists import Lists
from followthrough.domain.outcome import Opened, Said
from followthrough.domain.outcome import Outcome as Brought
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, OfferOptions, Recount, SemanticIntent, TakeAction
from followthrough.rules.language.wording import inert, listed, shown, summarise
from followthrough.rules.lists.option_sets import distinct_label

_OPENED_CHARS = 1_200  # of a passage that is opened; the page shows all of it in place


def list_reply(plan: OfferOptions | TakeAction | Recount, outcome: Brought, pack: Pack) -> Reply:
    """What the user reads in a turn about a list."""
    match plan:
        case OfferOptions():
            return Reply(text=_offered(plan, pack))
        case TakeAction():
            return _taken(plan, outcome, pack)
        case Recount():
            return Reply(text=(outcome.words if isinstance(outcome, Said) else "") or recounted(plan, pack.lists))
        case _:
            assert_never(plan)


def _offered(plan: OfferOptions, pack: Pack) -> str:
    """The text, and the options below it with their numbers."""
    names = [inert_label(value) for value in plan.values]
    text = str(getattr(pack.lists, plan.say))  # a test sees that each has one of its name
    text = text.format(label="".join(names[:1]), labels=listed(names, pack.texts))
    if plan.option_set is None:
        return text
    options = plan.option_set.options
    lines = [f"{n}. {inert_label(distinct_label(option, options))}" for n, option in enumerate(options, start=1)]
    return "\n".join((text, "", *lines))


def inert_label(label: str) -> str:
    """A label within a text of markdown."""
    return shown(label).replace("*", "\\*").replace("_", "\\_").replace("`", "\\`")


def _taken(plan: TakeAction, outcome: Brought, pack: Pack) -> Reply:
    texts, label = pack.lists, inert_label(plan.action.label)
    why = [_why(plan.action.label, plan.why, texts)] if plan.why else []
    why += [texts.why_label.format(about=shown(plan.about))] if plan.why and plan.about else []
    if plan.document_id is None:
        return Reply(text=" ".join((did(plan.action, texts), *why)))
    passage = outcome.passage if isinstance(outcome, Opened) else None
    if passage is None:
        return Reply(text=texts.opened_nothing.format(label=label))
    quote = passage.text
    if len(quote) > _OPENED_CHARS:
        quote = quote[:_OPENED_CHARS].rsplit(None, 1)[0]
    quoted = "\n".join(f"> {inert(line)}" for line in quote.splitlines())
    citation = Citation(
        n=1,
        document_id=passage.document_id,
        document_name=passage.document_name,
        passage_id=passage.id,
        quote=quote,
        page=passage.page,
        heading=passage.heading,
        start=passage.start,
        end=passage.start + len(quote),
        url=passage.url,
    )
    text = "\n\n".join((texts.opened_at.format(label=label), f"{quoted} [1]", *why))
    return Reply(text=text, citations=(citation,))


def did(action: Action, texts: Lists) -> str:
    """What is done, as it is told in the turn that does it."""
    by_type = {
        ActionType.OPEN: texts.opened,
        ActionType.USE: texts.used,
        ActionType.SELECT: texts.selected,
        ActionType.RERUN: texts.rerun,
        ActionType.RETRY: texts.retried,
    }
    return by_type[action.type].format(label=inert_label(action.label))


def led(reply: Reply, decided: Decided, pack: Pack) -> Reply:
    """The reply of a turn that executed an option and went on to answer, with what was done before it."""
    lead = lead_of(decided, pack)
    if not lead or not reply.text:
        return reply
    return Reply(text=f"{lead}\n\n{reply.text}", citations=reply.citations, footer=reply.footer)


def lead_of(decided: Decided, pack: Pack) -> str:
    """What was done before the answer; empty where nothing was."""
    action, routed = decided.action, decided.routed
    if action is None or isinstance(decided.plan, TakeAction):
        return ""
    if action.type is ActionType.USE:
        lead = pack.lists.from_document.format(label=inert_label(action.label))
    elif action.type in (ActionType.RERUN, ActionType.RETRY):
        lead = did(action, pack.lists)
    else:
        return ""
    if routed is not None and decided.explains:
        lead = f"{lead} {_why(action.label, decided.plan.decision.reason, pack.lists)}"
    return lead


def _why(label: str, reason: str, texts: Lists) -> str:
    """Why it was done, as a sentence of its own; empty for a rule that has no words."""
    because = str(getattr(texts, f"why_{reason}", ""))
    said = because.format(label=inert_label(label))
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def recounted(plan: Recount, texts: Lists) -> str:
    """What was done, from what is remembered of it."""
    last = plan.entries[-1] if plan.entries else None
    if plan.told:
        return inert(plan.told)
    match plan.intent:
        case SemanticIntent.EXPLAIN_ENTITY_MEANING:
            label = inert_label(last.label) if last is not None else ""
            return texts.about_thing.format(label=label, about=shown(plan.about))
        case _ if last is None:
            return texts.not_done
        case SemanticIntent.SUMMARIZE_RECENT_ACTIVITY:
            return "\n".join((texts.so_far, "", *_summed(plan, texts)))
        case SemanticIntent.EXPLAIN_LAST_ACTION:
            text = texts.was_done if plan.confirms else texts.last_was
            return text.format(done=_done(last, texts))
        case SemanticIntent.REFLECTIVE_WHY_FOLLOWUP:
            because = str(getattr(texts, f"why_{last.reason}", texts.why_click)).format(label=inert_label(last.label))
            return f"{_sentence(_done(last, texts))} {because}."
        case _:
            assert_never(plan.intent)


def _summed(plan: Recount, texts: Lists) -> list[str]:
    """A line for each entry."""
    found = plan.about.split("\n") if plan.about else [""] * len(plan.entries)
    return [f"- {_told(entry, said, texts)}" for entry, said in zip(plan.entries, found, strict=True)]


def _told(entry: TraceEntry, found: str, texts: Lists) -> str:
    """What was done, with what was found then."""
    done, found = _sentence(_done(entry, texts)), inert(summarise(found, _LONGEST_FOUND))
    return texts.found_then.format(label=done, about=found) if found else done


_LONGEST_FOUND = 240  # characters


def _done(entry: TraceEntry, texts: Lists) -> str:
    done = str(getattr(texts, f"done_{entry.type}")).format(label=inert_label(entry.label))
    return texts.rejected_later.format(done=done) if entry.outcome is Outcome.REJECTED else done


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
