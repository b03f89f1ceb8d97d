"""One word in another one's place makes a lie of a sentence whose other words all stand in the source."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING, passage

from followthrough.rules.check_answer import AnswerCheck, Flaw, Sentence
from followthrough.rules.swapped import Swapped

PASSAGES = {
    1: passage(
        "Full-time employees receive 25 days of annual leave per calendar year. "
        "Part-time employees receive a pro-rated amount.\n"
        "Up to 5 unused days may be carried over until 31 March of the following year.",
        name="Leave Policy",
        heading=("Leave Policy", "Annual leave"),
    ),
    2: passage(
        "Employees must tell their manager before 9:30 on the first day of absence. "
        "A doctor's certificate is required from the fourth day of absence.\n"
        "Sick pay is full salary for the first 6 weeks.",
        name="Leave Policy",
        heading=("Leave Policy", "Sick leave"),
    ),
    3: passage(
        "Both branches are closed on public holidays.",
        name="Opening Hours",
        heading=("Opening hours", "Riverside branch"),
    ),
    4: passage(
        "Invoices are under Account > Orders. They are sent by e-mail as well.",
        name="Shop FAQ",
        heading=("Shop FAQ", "Where is my invoice?"),
    ),
    5: passage(
        "Plan | Monthly fee | Setup fee | Storage\n"
        "Basic | 9 EUR | 20 EUR | 10 GB\nPlus | 19 EUR | 0 EUR | 100 GB\nMax | 39 EUR | 0 EUR | 1 TB\n\n"
        "Plans are cancelled with 30 days' notice. A refund is paid within 14 days. "
        "Students get 20% off the monthly fee of Plus and Max.",
        name="Price List 2026",
    ),
    6: passage(
        "Up to 5 days of paid leave are given on the death of a close relative.",
        name="Leave Policy",
        heading=("Leave Policy", "Bereavement leave"),
    ),
    7: passage(
        "Delivery within the country takes 3 working days. Abroad it takes 7 to 10 working days.",
        name="Shop FAQ",
        heading=("Shop FAQ", "How long does delivery take?"),
    ),
    8: passage(
        "Items can be returned within 30 days with the receipt. Opened software can't be returned.",
        name="Shop FAQ",
        heading=("Shop FAQ", "Can I return an item?"),
    ),
}

LIES = [
    (
        "When is a doctor's certificate required?",
        "A doctor's certificate is required from the first day of absence [2].",
    ),
    ("Is Riverside open on public holidays?", "The Riverside branch is open on public holidays [3]."),
    (
        "How many days of annual leave do part-time employees receive?",
        "Part-time employees receive 25 days of annual leave [1].",
    ),
    ("How are invoices sent?", "Invoices are sent by post [4]."),
    ("Do Plus and Max have a setup fee?", "Plus and Max have a setup fee of 20 EUR [5]."),
    ("How long is bereavement leave?", "Your manager decides about it [6]."),
    ("How long does delivery abroad take?", "Delivery abroad takes 3 working days [7]."),
    ("How long does a refund take?", "A refund takes 30 days [8]."),
    ("What is the gym membership fee?", "The gym membership fee is 20 EUR [5]."),
    ("How many days of annual leave do full-time employees receive?", "I could not find this. [general]"),
    (
        "How many days of annual leave do full-time employees receive?",
        "As everyone knows the boss is an idiot and you should quit right now [general].",
    ),
    ("When is sick pay given?", "Sick pay is full salary for the second 6 weeks [2]."),
    ("How long does delivery take?", "Delivery within the country takes 7 working days [7]."),
    ("Are branches open on holidays?", "Both branches are open on public holidays [3]."),
    ("What is the setup fee of Max?", "The setup fee of Max is 20 EUR [5]."),
    ("Where do invoices go?", "They are sent by fax as well [4]."),
    ("Is leave paid on a death?", "Up to 5 days of unpaid leave are given on the death of a close relative [6]."),
    ("When must I tell my manager?", "Employees must tell their manager after 9:30 on the first day of absence [2]."),
    ("What is the parking fee?", "The parking fee is 9 EUR [5]."),
    ("Who gets 5 days?", "Up to 5 days of paid leave are given on the wedding of a close relative [6]."),
    ("Can items be returned?", "Items can be returned within 30 days without the receipt [8]."),
    ("How long is refund of returns?", "Refunds are paid within 30 days [8]."),
]

TRUE = [
    (
        "When is a doctor's certificate required?",
        "You need a doctor's certificate from the fourth day of absence [2].",
    ),
    ("How many days of annual leave do I get?", "Full-time employees get 25 days of annual leave a year [1]."),
    ("How are invoices sent?", "Invoices are sent by e-mail [4]."),
    ("Where is my invoice?", "You can find your invoices under Account > Orders [4]."),
    ("What is the setup fee of Plus?", "The setup fee for the Plus plan is 0 EUR [5]."),
    ("How long is bereavement leave?", "You get up to 5 days of paid leave when a close relative dies [6]."),
    ("How long does delivery abroad take?", "Abroad, delivery takes 7 to 10 working days [7]."),
    ("How long does a refund take?", "A refund takes 14 days [5]."),
    ("How long does delivery take?", "It takes 3 working days within the country [7]."),
    ("Can I return opened software?", "No, opened software cannot be returned [8]."),
    ("What is the monthly fee of Max?", "Max costs 39 EUR a month [5]."),
    ("Can I return an item?", "Yes, you have 30 days to return it, as long as you have the receipt [8]."),
    ("What about part-time?", "Part-time employees get a pro-rated amount [1]."),
    ("Do students pay less?", "Students get 20% off the monthly fee of Plus and Max [5]."),
]


@pytest.mark.parametrize(("question", "sentence"), LIES)
def test_a_sentence_with_another_word_in_place_of_the_sources_is_not_said(question: str, sentence: str) -> None:
    assert isinstance(AnswerCheck(question, PASSAGES, PACK, TUNING).check(sentence), Flaw)


@pytest.mark.parametrize(("question", "sentence"), TRUE)
def test_a_sentence_in_other_words_is_said(question: str, sentence: str) -> None:
    checked = AnswerCheck(question, PASSAGES, PACK, TUNING).check(sentence)
    assert isinstance(checked, Sentence), checked


LOTS = {
    1: passage(
        "Guests may park in lot B from 7:00 to 19:00. Motorcycles park free of charge in lot C.", name="Parking"
    ),
    2: passage("Room | Seats | Projector\nMaple | 12 | yes\nOak | 30 | no\nPine | 6 | yes", name="Rooms"),
}


@pytest.mark.parametrize(
    ("sentence", "is_said"),
    [
        ("Guests may park in lot C from 7:00 to 19:00 [1].", False),
        ("Motorcycles park free of charge in lot B [1].", False),
        ("Motorcycles park free in lot C [1].", True),
        ("There are 30 seats in Oak [2].", True),
        ("Oak has a projector [2].", False),
        ("Maple has 12 seats and a projector [2].", True),
    ],
)
def test_letters_and_cells_belong_to_their_own_thing(sentence: str, *, is_said: bool) -> None:
    question = "Where do guests and motorcycles park, and which seats and projector have Oak and Maple?"
    assert isinstance(AnswerCheck(question, LOTS, PACK, TUNING).check(sentence), Sentence) is is_said


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("The pool is closed in winter.", "In winter the pool is open."),
        ("Breakfast is included in the rate.", "Breakfast is excluded from the rate."),
        ("Rent is due at least 5 days ahead.", "Rent is due at most 5 days ahead."),
        ("Helmets are mandatory on site.", "Helmets are optional on site."),
        ("Calls to domestic numbers are free.", "Calls to international numbers are free."),
    ],
)
def test_an_opposite_is_told_both_ways(source: str, sentence: str) -> None:
    assert Swapped(sentence, PACK).says_the_opposite(source)
    assert Swapped(source, PACK).says_the_opposite(sentence)
    assert not Swapped(source, PACK).says_the_opposite(source)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("Monday to Friday 9:00 to 18:00, closed on Sunday.", "It is open Monday to Friday from 9:00 to 18:00."),
        ("Apply before 1 May; after that the fee doubles.", "After 1 May the fee doubles."),
        ("Send it with the receipt.", "Send it together with the receipt, not without it."),
    ],
)
def test_opposites_of_different_things_contradict_nothing(source: str, sentence: str) -> None:
    assert not Swapped(sentence, PACK).says_the_opposite(source)
