"""How much counts beside other words. Fitted by ``benchmarks/fit_salience.py --write``; don't edit."""

from __future__ import annotations

from followthrough.rules.carry_signals import Trait
from followthrough.rules.salience import Fact, Measure, Salience

SHIPPED = Salience.of(
    -0.237,
    {
        Measure.OWN: 0.518,
        Measure.PLACE: -0.243,
        Measure.BEHIND: 0.161,
        Measure.BESIDE: 0.12,
        Measure.SHARE: 0.228,
    },
    {
        Fact.REPLY_THRICE: 0.146,
        Fact.OFTEN_IN_ALL: 0.067,
        Fact.PHRASE_TWICE: 0.122,
        Fact.HEAD_IN_MESSAGE: 0.094,
        Fact.FIRST_IN_PHRASE_OF_MESSAGE: -0.256,
        Fact.SUBJECT_IN_MESSAGE: -0.164,
        Fact.HEAD_IN_REPLY: -0.26,
        Fact.FIRST_IN_PHRASE_OF_REPLY: 0.095,
        Fact.NAME_IN_LAST_REPLY: -0.076,
        Fact.HEAD_IN_QUERY: -0.076,
        Fact.IN_QUERY_AND_REPLY: 0.068,
        Fact.THREE_MESSAGES: 0.182,
        Fact.SHORT_QUERY: 0.305,
        Fact.LONG_QUERY: -0.154,
        Fact.LATE: -0.339,
        Fact.TWO_TELLING: 0.319,
        Fact.VERB_FORM: 0.038,
        Fact.COMPLETES_NAME: 0.692,
        Fact.COMPLETES_DEFINITE: 0.793,
    },
    {
        Trait.DEICTIC: 0.131,
        Trait.PRONOUN: 0.008,
        Trait.POSSESSIVE: 0.356,
        Trait.POINTED: 0.001,
        Trait.COMPARED: 0.037,
        Trait.FEW_WORDS: 0.414,
        Trait.SOME_WORDS: 0.081,
        Trait.MANY_WORDS: -0.265,
        Trait.NAMED: -0.278,
        Trait.DEFINITE: 0.034,
        Trait.OPENS_WITH_JOINER: 0.138,
        Trait.FIRST_FOLLOWUP: 0.197,
        Trait.NO_REPLY: -0.218,
        Trait.SEVERAL_SENTENCES: 0.129,
    },
)
