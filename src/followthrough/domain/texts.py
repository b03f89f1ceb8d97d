"""The sentences that the product says by itself, as a pack words them."""

from __future__ import annotations

from dataclasses import dataclass, field


def _fills(*names: str) -> str:
    """A text with places to fill in: exactly these names, each at least once."""
    return field(metadata={"fills": names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Everything the product says by itself. ``{name}`` marks what is filled in.

    Attributes:
        empty: the message had no words.
        greeting: answer to a greeting.
        thanks: answer to thanks.
        farewell: answer to a farewell; ``farewell_es`` and ``farewell_de`` in Spanish and German.
        acknowledged: answer to "ok" and its like.
        part_heading: the line above the answer to one of several parts.
        not_found: nothing supports an answer to ``part``.
        nearest_place: after ``not_found``, the heading ``place`` of the document ``name`` that comes nearest.
        nearest: as ``nearest_place``, where there is no heading.
        partial_open: what was found may not be all that was asked.
        depends_on: the answer depends on which of the ``cases`` of a document holds.
        superseded: stands after words of a document that a newer one replaces.
        search_failed: no part could be searched.
        part_search_failed: ``part`` could not be searched, others could.
        turn_failed: the turn broke off.
        turn_too_long: the turn took longer than a turn may, and was ended.
        pack_missing: the pack ``name`` that the conversation was begun with is not in use.
        closure_resolved: every part is answered.
        slot_noted: the user named ``values`` and nothing to ask about them.
        slot_unknown: stands before a question: nobody knows ``name``.
        scoped: a question for one of the values it depends on.
        items_left: after the first items of a list that is wanted shorter, how many more it has.
        which_of: stands before a numbered list of things that the question may mean.
        which_reply: stands behind that list: how to choose.
        which_one: the question points at ``words``, and nothing says which one that is.
        handoff_asked: the user asked for a person, who is being called.
        handoff_wait: how many ``minutes`` a person is waited for.
        handoff_waiting: the user asked again while one is being called.
        handoff_nobody: nobody came in time; the assistant goes on.
        handoff_declined: what sounds like a call for a person denies it.
        handoff_footer: the last line of a turn that hands over.
        handoff_noted: answer to a request for a person where nobody is told of it.
        handoff_left: the last line of a turn that hands over where nobody is told of it.
        closure_incomplete: it was tried as often as is allowed.
        incomplete: says so, before the closure; ``parts`` are not answered.
        user_ended: the user ended the search.
        part_dropped: the user took back ``parts``; ``part_waits`` names those that are open still.
        blocked: nobody has anything more on ``parts``; ``tried`` is what was searched.
        known: parts that are answered, in a reply that gives up on others.
        alternatives: where else the user can turn.
        parked: an earlier question is open, and can be picked up with a yes.
        resume_nothing: there is nothing to go on with after the user's end.
        retry_nothing: there is nothing that could be tried again.
        points_at_nothing: the message is a place in a list, ``words``, and there is no list.
        waiting_for_it: the user said yes to an ask, and has not given it yet.
        nothing_attached: the user says that something is here, and nothing came with the message.
        doubted: the user doubts a reply that cites nothing; ``doubted_sources`` one that cites ``names``.
        sources_named: the documents, ``names``, that the last answer stands in; ``sources_none`` where it had none.
        attached_named: what the user gave so far, ``names``; ``attached_none`` where that is nothing.
        catalogue: the titles that can be asked about; ``catalogue_more`` where there are ``count`` more of them,
            ``catalogue_ask`` with headings to ask about, ``catalogue_none`` where there is no document.
        quoted: a part within a sentence.
        tried_documents: what was searched: the documents.
        tried_web: what was searched: the documents and the web.
        material_noted: the user gave ``names`` and asked nothing.
        material_read: stands before what was found with what the user gave: ``names`` was read.
        material_failed: ``name`` that the user gave could not be read or kept.
        material_waits: ``name`` that the user gave is still being read.
        link_not_found: ``link`` that the user gave is no page; and so on for each reason of ``domain.web``.
        link_too_many: ``link`` was one too many for one message.
        link_known: stands behind the reason where a link was not tried again.
        dated: stands behind the words of a source that another one disagrees with: its ``name`` and ``date``.
        undated: the same, of a source that does not say from when it holds.
        doubt_newer: two sources disagree, ``name`` is the newer one.
        doubt_disagreement: two sources disagree, and their dates don't say which one holds.
        doubt_superseded: all that was found is in a document that a newer one replaces.
        doubt_expired: all that was found is in a document that is past its date.
        told_name: how what a person said or noted is called as a source: its first ``words``.
        pasted_name: how pasted text is called as a source: its first ``words``.
        from_user: stands below an answer that rests on ``names`` that the user gave.
        user_word: the user's word on ``part`` that nothing else supports.
        user_code: stands below what was found on a code that the user guessed.
        from_web: the answer, or a part of it, rests on pages of the web.
        web_nothing: the web was searched and answers nothing.
        web_failed: the web search did not answer.
        web_unread: pages were found and none could be read.
        web_not_configured: the user asked for the web and there is no search.
        web_not_again: the same search brought nothing before.
        private_left_out: stands for what identifies a person, where a text leaves the conversation.
        loop_intro: why ``document`` has questions before its answer.
        loop_question: one of several questions, with its place.
        loop_greeting: answer to a greeting while a question waits.
        loop_acknowledged: answer to "ok" and its like then.
        loop_empty: answer to a message without words then.
        loop_explain: why a question of ``document`` is asked.
        loop_cases: what the document tells apart by it.
        loop_ways_out: how to pass over a question, and how to end.
        loop_doubted: an ``answer`` was taken that may have been meant as the end.
        loop_changed: an earlier answer was changed.
        loop_ahead: a later question was answered instead of the one that waits.
        loop_offer: the questions on ``question`` can be gone on with.
        loop_resumed: they are gone on with.
        loop_noted: a ``question`` asked beside an answer is kept for the end.
        loop_noted_offer: the end offers to look up what was asked beside the answers.
        said_again: before an answer that was wanted in other words or another language.
        loop_told: before what the user's question says already of what a document asks.
        loop_details: what the user answered, before what follows from it.
        loop_detail: one question with its answer.
        loop_unknown: stands for an answer that is not known.
        loop_missed: ``document`` has no case for ``answer``, only ``cases``.
        loop_unsettled: ``answer`` does not say which of ``cases`` holds.
        loop_general: announces what it says whatever the case.
        loop_open: what follows depends on ``question``, which is not known.
        loop_unused: ``document`` does not speak of ``answers``.
        loop_nothing: with the user's answers it says nothing on ``part``.
        list_comma: between the items of an enumeration.
        list_last: between its last two.
        list_more: what ends a list of which only the first are named.
    """

    empty: str
    greeting: str
    thanks: str
    farewell: str
    farewell_es: str
    farewell_de: str
    acknowledged: str
    part_heading: str = _fills("part")
    not_found: str = _fills("part")
    nearest_place: str = _fills("place", "name")
    nearest: str = _fills("name")
    partial_open: str
    depends_on: str = _fills("cases")
    superseded: str
    search_failed: str
    part_search_failed: str = _fills("part")
    turn_failed: str
    turn_too_long: str
    pack_missing: str = _fills("name")
    closure_resolved: str
    slot_noted: str = _fills("values")
    slot_unknown: str = _fills("name")
    scoped: str = _fills("question", "value")
    items_left: str = _fills("count")
    which_of: str
    which_reply: str
    which_one: str = _fills("words")
    handoff_asked: str
    handoff_wait: str = _fills("minutes")
    handoff_waiting: str
    handoff_nobody: str
    handoff_declined: str
    handoff_footer: str
    handoff_noted: str
    handoff_left: str
    closure_incomplete: str
    incomplete: str = _fills("parts")
    user_ended: str
    part_dropped: str = _fills("parts")
    part_waits: str = _fills("parts")
    blocked: str = _fills("parts", "tried")
    known: str = _fills("parts")
    alternatives: str
    parked: str = _fills("parts")
    resume_nothing: str
    retry_nothing: str
    points_at_nothing: str = _fills("words")
    waiting_for_it: str
    nothing_attached: str
    doubted: str
    doubted_sources: str = _fills("names")
    sources_named: str = _fills("names")
    sources_none: str
    attached_named: str = _fills("names")
    attached_none: str
    catalogue: str = _fills("names")
    catalogue_more: str = _fills("names", "count")
    catalogue_ask: str = _fills("places")
    catalogue_none: str
    quoted: str = _fills("part")
    tried_documents: str
    tried_web: str
    material_noted: str = _fills("names")
    material_read: str = _fills("names")
    material_failed: str = _fills("name")
    material_waits: str = _fills("name")
    link_not_found: str = _fills("link")
    link_needs_login: str = _fills("link")
    link_too_large: str = _fills("link")
    link_not_text: str = _fills("link")
    link_blocked_address: str = _fills("link")
    link_timed_out: str = _fills("link")
    link_unreachable: str = _fills("link")
    link_too_many_redirects: str = _fills("link")
    link_too_many: str = _fills("link")
    link_known: str
    dated: str = _fills("name", "date")
    undated: str = _fills("name")
    doubt_newer: str = _fills("name")
    doubt_disagreement: str
    doubt_superseded: str
    doubt_expired: str
    told_name: str = _fills("words")
    pasted_name: str = _fills("words")
    from_user: str = _fills("names")
    user_word: str = _fills("part", "said")
    user_code: str = _fills("said")
    from_web: str = _fills("names")
    web_nothing: str
    web_failed: str
    web_unread: str
    web_not_configured: str
    web_not_again: str
    private_left_out: str
    loop_intro: str = _fills("document")
    loop_question: str = _fills("question", "place", "total")
    loop_greeting: str
    loop_acknowledged: str
    loop_empty: str
    loop_explain: str = _fills("document")
    loop_cases: str = _fills("cases")
    loop_ways_out: str
    loop_doubted: str = _fills("answer")
    loop_changed: str = _fills("question", "answer")
    loop_ahead: str = _fills("question", "answer")
    loop_offer: str = _fills("question")
    loop_resumed: str = _fills("question")
    loop_noted: str = _fills("question")
    loop_noted_offer: str = _fills("questions")
    said_again: str
    loop_told: str
    loop_details: str
    loop_detail: str = _fills("question", "answer")
    loop_unknown: str
    loop_missed: str = _fills("document", "answer", "cases")
    loop_unsettled: str = _fills("answer", "cases")
    loop_general: str
    loop_open: str = _fills("question", "cases")
    loop_unused: str = _fills("document", "answers")
    loop_nothing: str = _fills("document", "part")
    list_comma: str
    list_last: str
    list_more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """What the user is asked for when a part is stuck, by stuck reason and angle (R0-17 to R0-21, R0-41, C4).

    Each names the parts and what was tried, says what the user could give and what will be done with it. The first
    angle asks for the material itself, the second where it is documented, the third who would know.
    """

    no_evidence_document: str = _fills("parts", "tried")
    no_evidence_location: str = _fills("parts", "tried")
    no_evidence_owner: str = _fills("parts", "tried")
    missing_code_document: str = _fills("parts", "tried")
    missing_code_location: str = _fills("parts", "tried")
    missing_code_owner: str = _fills("parts", "tried")
    conflicting_info_document: str = _fills("parts", "tried")
    conflicting_info_location: str = _fills("parts", "tried")
    conflicting_info_owner: str = _fills("parts", "tried")
    partial_answer_document: str = _fills("parts", "tried")
    partial_answer_location: str = _fills("parts", "tried")
    partial_answer_owner: str = _fills("parts", "tried")
    tool_failed_document: str = _fills("parts", "tried")
    tool_failed_location: str = _fills("parts", "tried")
    tool_failed_owner: str = _fills("parts", "tried")

    def text(self, reason: str, angle: str) -> str:
        """The text for a stuck reason and an angle."""
        return getattr(self, f"{reason}_{angle}")
