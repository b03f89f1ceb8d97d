"""What a message gives instead of asking (R0-14, R0-30, F4, F17 to F19). ``held_out`` rows were not tuned on."""

from __future__ import annotations

import pytest
from tests.rules.giving import CODE, COVERED, FAX, FEE, LIMIT, WHEN, WHO, kinds, offered, open_part

from followthrough.domain.hearing import Act
from followthrough.domain.objective import SubStatus

GIVEN = [
    # a code, a guess, a fact
    ("Z55.9", CODE, "code"),
    ("H0038", CODE, "code"),
    ("it's H0038", CODE, "code"),
    ("The code is H0038", CODE, "code"),
    ("I think it's H0038", CODE, "statement"),
    ("maybe H0038?", CODE, "statement"),
    ("we usually bill H0038 for that", CODE, "statement"),
    ("90 days", LIMIT, "statement"),
    ("I think it's 90 days", LIMIT, "statement"),
    ("My supervisor says it's 90 days", LIMIT, "statement"),
    ("According to the handbook, claims must be filed within 90 days.", LIMIT, "statement"),
    ("the filing limit is 90 days", LIMIT, "statement"),
    ("I was told 180 days", LIMIT, "statement"),
    ("I think it's covered", COVERED, "statement"),
    ("it's not covered as far as I know", COVERED, "statement"),
    # words of someone else
    (
        "Here's what the manual says: Corrected claims must be submitted within 120 days of the remittance.",
        LIMIT,
        "text",
    ),
    (
        "Here is what the manual says:\n\nCorrected claims go out within 120 days.\nLate claims are denied.",
        LIMIT,
        "text",
    ),
    ("I found this in the handbook. Corrected claims must be submitted within 120 days.", LIMIT, "text"),
    ("From the fee schedule: the late fee is 35 euros a day after the due date", FEE, "text"),
    # links
    ("that's all the info I have: https://example.org/fees", FEE, "link"),
    ("https://example.org/fees", FEE, "link"),
    ("does this help? www.example.org/fees", FEE, "link"),
    ("The fees are listed at https://example.org/fees.", FEE, "link"),
    ("so what is the late fee? https://example.org/fees", FEE, "link"),
    # several at once
    ("Here's the text: the late fee is 35 euros a day. More at https://example.org/fees", FEE, "link+text"),
]

HELD_OUT = [
    ("T1017", CODE, "code"),
    ("code: H0038", CODE, "code"),
    ("probably H2015", CODE, "statement"),
    ("Could be H0038", CODE, "statement"),
    ("My billing rep told me H0038", CODE, "statement"),
    ("should be H0038 or H0039", CODE, "statement"),
    ("one year", LIMIT, "statement"),
    ("365 days, pretty sure", LIMIT, "statement"),
    ("As far as I remember it's six months.", LIMIT, "statement"),
    ("The plan gives us 180 days", LIMIT, "statement"),
    ("The contract states that claims have to be in within 95 days.", LIMIT, "statement"),
    ("Maria Lopez approves them, I believe", WHO, "statement"),
    ("I think it ends on March 3, 2027", WHEN, "statement"),
    ("2027-03-03", WHEN, "statement"),
    ("end of March 2027", WHEN, "statement"),
    ("it's 800-555-0199", FAX, "statement"),
    ("The fax number is 800-555-0199 according to their website.", FAX, "statement"),
    ("Our handbook reads: “Acupuncture is excluded except for low back pain, up to 12 visits.”", COVERED, "text"),
    ("Excerpt from section 4.2: Acupuncture is a covered benefit when a physician orders it.", COVERED, "text"),
    (
        "This is the text of the policy\nAcupuncture is a covered benefit.\nIt is limited to 12 visits.",
        COVERED,
        "text",
    ),
    ("Copied from their site - Acupuncture is not covered under the basic plan.", COVERED, "text"),
    ("maybe this is useful: https://example.org/a.pdf", FEE, "link"),
    ("Found something https://example.org/a (page 3)", FEE, "link"),
    ("It should be in here: https://example.org/fees, I hope that helps!", FEE, "link"),
    ("Try https://example.org/fees instead", FEE, "link"),
]

QUESTIONS = [
    ("According to the manual, what is the appeal deadline?", LIMIT),
    ("What does the manual say about appeals?", LIMIT),
    (
        "A member was discharged from an inpatient stay last Friday and needs follow-up within seven days. The "
        "provider is out of network. Need the process for getting a single case agreement.",
        LIMIT,
    ),
    ("we have a patient who was denied H0038 and would like to appeal", CODE),
    ("My phone shows an error", FEE),
    ("tell me everything", FEE),
    ("and for a child?", LIMIT),
    ("fax number", LIMIT),
    ("How do I cancel a prior authorization request?", LIMIT),
    ("is it H0038?", CODE),
    ("what about H0036?", CODE),
    ("I need the fax number for appeals", LIMIT),
    ("Looking for the provider services number for Molina in Florida", LIMIT),
    ("I have two questions: what is the fee and what is the deadline", LIMIT),
    ("Compare the following plans: Plan Silver and Plan Gold and Plan Bronze in terms of copay", LIMIT),
    ("The portal keeps rejecting my claims with an error", LIMIT),
    ("The patient moved to Florida last week and her plan changed", COVERED),
    ("It does not work", LIMIT),
    ("that is wrong", LIMIT),
    ("I don't know", LIMIT),
    ("no", LIMIT),
    ("thanks", LIMIT),
]

HELD_OUT_QUESTIONS = [
    ("Which form do I use for a corrected claim?", LIMIT),
    ("Do I need a modifier with H0038?", CODE),
    ("H0038 or H0036?", CODE),
    ("Is it 90 days?", LIMIT),
    ("The member has Sunshine Health and Medicaid in Florida", LIMIT),
    ("Our printer on the second floor is out of toner", FEE),
    ("The VPN drops every 10 minutes since Monday", FEE),
    ("please connect me to an agent", LIMIT),
    ("I don't have that document", LIMIT),
    ("what does it say about paper claims?", LIMIT),
    (
        "Patient is 12 years old, has asthma, and her mother wants a second inhaler; rejected as too soon",
        COVERED,
    ),
    ("I am looking at the denial letter and I see code CO-29, what now", LIMIT),
    ("The claim was filed 95 days after the date of service and we got a denial, how do we appeal it", LIMIT),
    ("different question, who do I call about a lost card", FEE),
    ("let's talk about parking", FEE),
    ("that's not helpful", LIMIT),
    ("also the appeal address", LIMIT),
    ("The copay for a specialist visit", COVERED),
]


@pytest.mark.parametrize(("text", "part", "kind"), GIVEN)
def test_r0_14_what_is_given_for_an_open_part_is_information(text: str, part: str, kind: str) -> None:
    assert kinds(text, part) == kind


@pytest.mark.parametrize(("text", "part", "kind"), HELD_OUT)
def test_r0_14_held_out_wordings_are_information_too(text: str, part: str, kind: str) -> None:
    assert kinds(text, part) == kind


@pytest.mark.parametrize(
    ("text", "part", "act", "kind"),
    [
        ("It is 90 days from the date of service.", LIMIT, Act.ANSWER, "statement"),
        ("It's the finance director", WHO, Act.ANSWER, "statement"),
        ("My manager says the department head", WHO, Act.ANSWER, "statement"),
        ("My manager says the department head", WHO, Act.QUESTION, "?"),
        ('The bulletin says "claims must be filed within 120 days"', LIMIT, Act.GIVES_MATERIAL, "text"),
        ("can you check https://example.org/fees", FEE, Act.GIVES_MATERIAL, "link"),
        ("fees for children https://example.org/fees", FEE, Act.FOLLOWUP, "link?"),
    ],
)
def test_what_is_heard_tells_an_answer_from_a_question(text: str, part: str, act: Act, kind: str) -> None:
    assert kinds(text, part, act=act) == kind


@pytest.mark.parametrize(("text", "part"), QUESTIONS + HELD_OUT_QUESTIONS)
def test_f17_questions_requests_and_stories_give_nothing(text: str, part: str) -> None:
    assert kinds(text, part) == "?"


@pytest.mark.parametrize("text", ["H0038", "I think it's 90 days", "only for corrected claims", "90 days"])
def test_words_alone_are_information_only_while_a_part_is_open(text: str) -> None:
    assert kinds(text) == "?"
    assert kinds(text, open_part(LIMIT, status=SubStatus.ANSWERED)) == "?"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://example.org/fees", "link"),
        ("see https://example.org/fees", "link"),
        ("What is the fee? https://example.org/fees", "link?"),
        ("Here's what the manual says: Corrected claims must be submitted within 120 days.", "text"),
        ("Here's the policy: Corrected claims go out within 120 days. So how long do I have?", "text?"),
        ("I got this error message: cannot connect to the print server at all", "?"),
    ],
)
def test_documents_are_taken_when_nothing_is_open_too(text: str, kind: str) -> None:
    assert kinds(text) == kind


def test_a_question_beside_material_is_asked_without_the_material() -> None:
    given = offered("How long do I have for an appeal? See https://example.org/rules (page 2).", FEE)

    assert given.question == "How long do I have for an appeal? See  (page 2)."
    assert given.links == ("https://example.org/rules",)
    assert not given.is_information


def test_links_beside_and_within_the_text_are_each_taken_once() -> None:
    given = offered("see https://Example.org/fees", FEE, links=("https://example.org/fees", "https://example.org/b"))

    assert given.links == ("https://example.org/fees", "https://example.org/b")


def test_r0_30_a_file_alone_is_information() -> None:
    assert offered("", FEE, files=("doc",)).is_information
    assert offered("here you go", FEE, files=("doc",)).is_information
    assert not offered("What is the parking fee at the airport?", FEE, files=("doc",)).is_information


def test_words_are_about_the_part_that_they_share_most_with() -> None:
    fee, limit = open_part(FEE), open_part(LIMIT)

    assert offered("I think the late fee is 20 dollars", limit, fee).about == fee.id
    assert offered("I mean the filing limit for corrected claims", fee, limit).about == limit.id


def test_a_bare_value_counts_only_right_after_its_part_was_tried() -> None:
    assert offered("90 days", LIMIT).stated is not None
    assert offered("90 days", LIMIT, turns=4).stated is None


def test_f39_asking_to_try_again_is_heard_beside_a_link() -> None:
    assert offered("should load by now: https://example.org/fees", FEE, act=Act.RETRY).again
    assert not offered("see https://example.org/fees", FEE, act=Act.GIVES_MATERIAL).again


def test_r0_30_a_correction_behind_an_answer_is_about_the_answer_unless_it_has_a_word_of_what_is_open() -> None:
    answered = open_part(WHO, status=SubStatus.ANSWERED, last_tried=2)

    assert offered("no i meant the calendar", open_part(LIMIT), answered, turns=2).rephrased is None
    assert offered("I meant the limit of corrected claims", open_part(LIMIT), answered, turns=2).rephrased is not None
    assert offered("no i meant the calendar", open_part(LIMIT), answered, turns=3).rephrased is not None
