"""Whether what is cited gives the very thing that is asked for (R0-31): the kind of value, and of the same thing."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage, ranked

from followthrough.domain.documents import Passage
from followthrough.rules.evidence.coverage import weigh_evidence
from followthrough.rules.evidence.question import read_question
from followthrough.rules.evidence.relation import relates, relates_in_one_place
from followthrough.rules.language.words import Stems

STEMS = Stems(PACK)

OTHER = [
    ("How many boats does the harbour have?", "Boats with several masts pay 5 euros a day in the harbour."),
    ("How many boats does the harbour have?", "The harbour is open to boats for 200 days a year."),
    ("How much is a mooring in the harbour?", "A mooring in the harbour is 12 metres long."),
    ("What is the fee for a mooring?", "A mooring is 12 metres long."),
    ("What is the fee for a mooring?", "Students get 20% off the fee for a mooring."),
    ("How much is the mooring fee?", "The mooring fee is 5 euros less for members."),
    ("What does a mooring cost?", "A mooring has a cost reduction: 10% discount for members."),
    ("What is the rate for B-204 in the harbour?", "Code | Length\nB-204 | 12 metres in the harbour"),
    ("What is the berth ID of the harbour?", "Tell us your berth ID in the harbour. Form AB7 is sent by mail."),
    ("Which permit number does the harbour use?", "Show the permit number to the harbour. Call 12 of them."),
    ("When can I visit the lighthouse?", "The lighthouse was lit every night, and a visitor may not bring it down."),
    ("When can I paint the lighthouse?", "A visit to the lighthouse takes place every week."),
    ("Where do I moor a boat?", "Moor a boat with two ropes."),
    ("Where can I sell a boat?", "A boat is kept behind the wall, near the gate."),
    ("How long is a lift 1 repair?", "Lift | Repair\n3 | 1 working day\n4 | 10 working days"),
    ("Who repairs the crane?", "The crane may be used by members and their guests."),
    ("Who sails first, the ferry or the pilot?", "The harbour was built for the ferry or the pilot."),
    ("Why is the crane painted green?", "The crane is painted green each spring."),
    ("How do I repair the crane?", "The crane was painted by members."),
    ("How do I moor a boat?", "Pay for a boat at the desk while it is moored."),
    ("When is the renewal form due?", "A due member is removed from the list until the renewal."),
    ("Which address does the ferry call at?", "Wait in the hall while the ferry calls at the pier."),
    ("Who prints a guest code?", "Guests print by sending a release code of 8 digits."),
    ("Who signs the Harbour contract?", "Sign the Harbour contract in blue."),
    ("How do I file a complaint?", "Complaints of members are filed within 45 days."),
    ("Where do I mail a complaint?", "Complaints of members come by mail through the harbour."),
    ("How do I moor a boat?", "This page tells you how to moor a boat."),
    ("Who can moor a boat?", "A summary for members of who can moor a boat."),
    ("Can I moor a boat at the crane?", "A boat is lifted at the crane."),
    ("Does the crane need a permit for boats?", "Crane | Boats\nThe crane | 40 boats"),
    ("What is a mooring?", "Pay for the mooring first."),
    ("What is a mooring?", "A list of every mooring hangs at the desk."),
    ("What are the opening hours of the harbour desk?", "The harbour desk answers within 3 days."),
    ("What is the phone number of the desk?", "The desk is open from 8 to 12."),
]


@pytest.mark.parametrize(("question", "text"), OTHER)
def test_r0_31_another_thing_about_the_same_subject_resolves_nothing(question: str, text: str) -> None:
    assert not answer(question, passage(text)).complete


SAME = [
    ("How many boats does the harbour have?", "The harbour has 40 boats."),
    ("How much do students get off the mooring fee?", "Students get 20% off the mooring fee."),
    ("What is the mooring fee?", "The mooring fee is 12 euros, with 20% off for students."),
    ("How many boats may a member moor?", "A member may moor no more than two small boats."),
    ("How many boats are in the harbour?", "Boats in the harbour: up to 40 boats."),
    ("How much is a mooring in the harbour?", "A mooring in the harbour costs 12 euros a day."),
    ("What is the fee for a mooring?", "The fee for a mooring is $12 a day."),
    ("Which fee do members pay for a mooring?", "Members pay no fee for a mooring."),
    ("What is the berth ID of the harbour?", "The berth ID of the harbour is HB7."),
    ("Which engine version does the ferry need?", "The ferry runs on engine 3.11 or newer."),
    ("When can I visit the lighthouse?", "You can visit the lighthouse in May and June."),
    ("When is the harbour desk open?", "The harbour desk is open from 8:30 on Monday."),
    (
        "What are the opening hours of the harbour desk?",
        "Opening hours of the harbour desk: Monday, 8 a.m. to 4 p.m.",
    ),
    ("Where do I moor a boat?", "Moor a boat in the north basin."),
    ("Where do I send the form?", "Send the form to PO Box 7, Miami, FL 33299."),
    ("How long is a lift 1 repair?", "Lift | Repair\n1 | 2 hours\n4 | 10 working days"),
    ("Who repairs the crane?", "The crane is repaired by the harbour office."),
    ("Who sails first, the Ferry or the Pilot?", "The Pilot sails first. The Ferry follows."),
    ("Why is the crane green?", "The crane is green because it is seen from afar."),
    ("How do I repair the crane?", "To repair the crane, call the desk."),
    ("How do I moor a boat?", "A boat is moored like this: pull two ropes through the ring."),
    ("When is the renewal form due?", "The renewal form is due before the move."),
    ("Which address does the ferry use?", "The ferry can use the address PO Box 7, Miami, FL 33299."),
    ("Who switches on the lamp?", "The lamp is switched on by facilities."),
    ("Who prints a guest code?", "A guest code is printed by the reception."),
    ("How do I raise a complaint?", "Raise a complaint in the third week."),
    ("How do I cancel a mooring?", "If you want to cancel a mooring, call the desk."),
    ("Can I moor a boat at the crane?", "You may moor a boat at the crane."),
    ("Does the harbour rent boats?", "The harbour has these services: boats for rent."),
    ("What is a mooring?", "A mooring is a place where a boat is tied up."),
    ("What is a mooring?", "A place where a boat is tied up is called a mooring."),
    ("What is the phone number of the desk?", "The phone number of the desk is 555-0124."),
]


@pytest.mark.parametrize(("question", "text"), SAME)
def test_the_thing_itself_resolves(question: str, text: str) -> None:
    found = answer(question, passage(text))
    assert found.complete, found


def evidence_of(question: str, found: Passage) -> bool:
    evidence = weigh_evidence(read_question(part(question), STEMS, PACK), [ranked(found)], STEMS, PACK)
    return relates(evidence.candidates[0], evidence, PACK)


def test_a_kind_without_a_relation_of_its_own_relates() -> None:
    assert evidence_of("Tell me about boats", passage("Boats are nice."))


def test_words_met_here_and_there_are_not_in_one_place() -> None:
    found = passage("The desk paints boats. A crane lifts engines.")
    apart, together = (
        weigh_evidence(read_question(part(asked), STEMS, PACK), [ranked(found)], STEMS, PACK)
        for asked in ("boats lifts engines paints", "crane lifts engines")
    )
    assert not relates_in_one_place(apart, apart.candidates, PACK, TUNING)
    assert relates_in_one_place(together, together.candidates, PACK, TUNING)


def test_r0_31_a_name_with_a_word_of_the_question_is_no_person() -> None:
    assert not answer(
        "Who approves software?", passage("The Software Shelf holds programs that need no approval.")
    ).complete
    assert answer("Who approves software?", passage("Mina Okafor approves software.")).complete
