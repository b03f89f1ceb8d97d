"""Answers rest on their passages and replies on their answers, whatever was asked and whatever was found."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.rules.pursuit.test_evaluate import NOW, OBJECTIVE, THREAD, TURN
from tests.rules.said import PACK, TUNING, passage, ranked

from followthrough.domain.conversation import Decision, Lane, Reply, TurnClass
from followthrough.domain.documents import Passage
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import OutwardStatus, SubObjective, SubStatus
from followthrough.domain.outcome import Found, PartAnswer, Progress
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.evidence.units import units_of
from followthrough.rules.language.names import is_code
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import keys_of, words_of
from followthrough.rules.pursuit.evaluate import evaluate
from followthrough.rules.replies.compose import compose
from followthrough.rules.replies.pieces import pieces

SENTENCES = st.sampled_from(
    [
        "The timely filing limit for Harborline claims is 120 days.",
        "Non-participating providers have 365 days [2].",
        "It was 180 days before.",
        "Send a corrected claim with frequency code 7.",
        "The fax number is 1-800-555-0100, open 8 a.m. to 5 p.m. Monday.",
        "Does Harborline pay for rides?",
        "To book a ride:",
        "- Call the ride line\n- Name the <b>date</b>",
        "1. Open the portal.\n2. Choose *My rides*.",
        "Code | Service | Limit\nH0036 | Support | 32 units a week\nH0038 | Peer support | -",
        "# Rates",
        "$19.85",
        "中文 句子。",
        "x" * 80,
    ]
)
PASSAGE_TEXTS = st.lists(SENTENCES, min_size=1, max_size=6).flatmap(
    lambda some: st.sampled_from(["\n\n", " ", "\n"]).map(lambda joint: joint.join(some))
) | st.text(min_size=1, max_size=120)
QUESTIONS = st.sampled_from(
    [
        "What is the timely filing limit for Harborline claims?",
        "How do I book a ride?",
        "What is the limit for H0036?",
        "What is the rate for H9999 at Pinecrest?",
        "fax number [1]",
        "If so, does it need authorization?",
        "What is a ride?",
        "which codes and rates are there",
        "Kolik stojí vstupné?",
        "*",
        "it",
    ]
) | st.text(max_size=60)


@st.composite
def retrievals(draw: st.DrawFn) -> Retrieval:
    if draw(st.integers(0, 9)) == 0:
        return Retrieval(query="q", failed=True)
    found: list[RankedPassage] = []
    for n in range(draw(st.integers(0, 4))):
        text = draw(PASSAGE_TEXTS)
        one: Passage = passage(
            text,
            name=draw(st.sampled_from(["Harborline manual", "Pinecrest guide", "FAQ"])),
            heading=draw(st.sampled_from([(), ("Claims",), ("How do I book a ride?",)])),
            document=f"{text}/{n}",  # an id stands for one content, as in the index
            ordinal=n,
            start=len(text),
        )
        similarity = draw(st.none() | st.floats(-1, 1))
        found.append(ranked(one, score=draw(st.floats(0, 1)), similarity=similarity, superseded=draw(st.booleans())))
    return Retrieval(query="q", passages=tuple(found))


def one_part(text: str, context: str = "", n: int = 0) -> SubObjective:
    return SubObjective(id=SubObjectiveId(f"sub{n}"), text=text, context=context)


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(PASSAGE_TEXTS)
def test_units_are_in_order_apart_and_part_of_the_passage(text: str) -> None:
    units = units_of(passage(text), PACK)

    assert all(u.start <= u.body < u.end <= len(text) for u in units)
    assert all(text[u.start : u.end] == text[u.start : u.end].strip() for u in units)
    assert all(a.end <= b.start for a, b in pairwise(units))


@given(QUESTIONS, st.sampled_from(["", "Is T1017 covered?"]), retrievals())
def test_an_extract_shows_words_of_its_passage_at_their_place(text: str, context: str, found: Retrieval) -> None:
    answer = answer_part(one_part(text, context), found, PACK, TUNING)

    for extract in answer.extracts:
        start = extract.passage.start
        assert extract.passage.text[extract.start - start : extract.end - start] == extract.quote
        assert extract.text
        assert set(keys_of(extract.text)) <= set(keys_of(extract.passage.indexed_text))
        assert extract.passage.id in {p.passage.id for p in found.passages}


@given(QUESTIONS, retrievals())
def test_an_answer_agrees_with_itself(text: str, found: Retrieval) -> None:
    answer = answer_part(one_part(text), found, PACK, TUNING)

    assert 0.0 <= answer.coverage <= 1.0
    assert (answer.signal is RetrievalSignal.INFRA_ERROR) == found.failed
    assert (answer.signal is RetrievalSignal.HIGH) == answer.complete
    assert bool(answer.extracts) == (answer.signal in (RetrievalSignal.HIGH, RetrievalSignal.LOW))
    assert len(answer.extracts) <= TUNING.answer_list_items + 2 * TUNING.answer_sentences_per_part
    assert not (answer.complete and answer.missing)
    assert answer == answer_part(one_part(text), found, PACK, TUNING)


@given(QUESTIONS, retrievals())
def test_r0_31_a_complete_answer_cites_every_code_of_the_question(text: str, found: Retrieval) -> None:
    assume(len(sentence_spans(text, PACK)) == 1)  # what else was told is no part of the question
    answer = answer_part(one_part(text), found, PACK, TUNING)

    if answer.complete:
        cited = {
            key
            for extract in answer.extracts
            for part in (extract.passage.text, extract.passage.context, extract.passage.document_name)
            for key in keys_of(part)
        }
        assert {w.key for w in words_of(text) if is_code(w)} <= cited


@given(QUESTIONS, retrievals())
def test_a_replaced_document_is_never_mixed_in_where_the_current_ones_answer(text: str, found: Retrieval) -> None:
    current = Retrieval(query="q", passages=tuple(p for p in found.passages if not p.superseded), failed=found.failed)
    alone = answer_part(one_part(text), current, PACK, TUNING)

    if alone.complete:
        assert answer_part(one_part(text), found, PACK, TUNING) == alone


@st.composite
def turns(draw: st.DrawFn) -> tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply]:
    asked = draw(st.lists(st.tuples(QUESTIONS, retrievals()), min_size=1, max_size=4))
    parts = tuple(one_part(text, n=n) for n, (text, _) in enumerate(asked))
    answers = tuple(answer_part(p, r, PACK, TUNING) for p, (_, r) in zip(parts, asked, strict=True))
    plan = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary="s",
        planned=tuple(map(as_it_stands, parts)),
    )
    outcome = Found(retrievals=tuple(r for _, r in asked), answers=answers)
    progress = evaluate(plan, outcome, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)
    return parts, answers, progress, compose(plan, outcome, progress, PACK)


def openings() -> tuple[str, ...]:
    """How the pack's texts begin that say something was not found or not searched."""
    texts = PACK.texts
    told = (texts.not_found, texts.partial_open)
    failed = (texts.search_failed, texts.part_search_failed)
    return tuple(text.split("{", maxsplit=1)[0] for text in (*told, *failed))


@given(turns())
def test_every_number_has_its_citation_and_every_citation_its_number(
    turn: tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply],
) -> None:
    reply = turn[3]
    numbers = [int(n) for n in re.findall(r"\[(\d+)\]", reply.text)]

    assert list(dict.fromkeys(numbers)) == [c.n for c in reply.citations]
    assert [c.n for c in reply.citations] == list(range(1, len(reply.citations) + 1))
    assert len({c.passage_id for c in reply.citations}) == len(reply.citations)


@given(turns())
def test_a_quote_occurs_in_its_passage(
    turn: tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply],
) -> None:
    _, answers, _, reply = turn
    passages = {e.passage.id: e.passage for a in answers for e in a.extracts}

    for citation in reply.citations:
        cited = passages[citation.passage_id]
        assert citation.quote
        assert squeezed(citation.quote) in squeezed(cited.text)
        assert citation.start is not None
        assert cited.start <= citation.start < (citation.end or 0) <= cited.end


@given(turns())
def test_the_reply_says_that_something_is_missing_exactly_when_the_state_does(
    turn: tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply],
) -> None:
    _, _, progress, reply = turn
    says_missing = any(opening in reply.text for opening in openings())

    assert (progress.objective_status is OutwardStatus.RESOLVED) == (not says_missing)
    assert progress.objective is not None
    solved = all(sub.status is SubStatus.ANSWERED for sub in progress.objective.subs)
    assert solved == (progress.objective_status is OutwardStatus.RESOLVED)


@given(turns())
def test_what_a_part_rests_on_is_cited(
    turn: tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply],
) -> None:
    _, _, progress, reply = turn
    assert progress.objective is not None
    evidence = {passage_id for sub in progress.objective.subs for passage_id in sub.evidence}

    assert evidence == {c.passage_id for c in reply.citations}


@given(turns() | st.text().map(lambda text: ((), (), Progress(), Reply(text=text))))
def test_the_pieces_of_a_reply_joined_are_the_reply(
    turn: tuple[tuple[SubObjective, ...], tuple[PartAnswer, ...], Progress, Reply],
) -> None:
    text = turn[3].text

    assert "".join(pieces(text)) == text
    assert all(pieces(text))
