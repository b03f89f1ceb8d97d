"""How much counts beside other words. Fitted by ``benchmarks/fit_salience.py --write``; don't edit."""

from __future__ import annotations

from followthrough.rules.followups.carry_signals import Trait
from followthrough.rules.followups.salience import Fact, Measure, Salience

SHIPPED = Salience.of(
    -0.235,
    {
        Measure.OWN: 0.519,
        Measure.PLACE: -0.223,
        Measure.BEHIND: 0.172,
        Measure.BESIDE: 0.122,
        Measure.SHARE: 0.243,
    },
    {
        Fact.REPLY_THRICE: 0.146,
        Fact.OFTEN_IN_ALL: 0.047,
        Fact.PHRASE_TWICE: 0.132,
        Fact.HEAD_IN_MESSAGE: 0.11,
        Fact.FIRST_IN_PHRASE_OF_MESSAGE: -0.251,
        Fact.SUBJECT_IN_MESSAGE: -0.16,
        Fact.HEAD_IN_REPLY: -0.253,
        Fact.FIRST_IN_PHRASE_OF_REPLY: 0.094,
        Fact.NAME_IN_LAST_REPLY: -0.073,
        Fact.HEAD_IN_QUERY: -0.088,
        Fact.IN_QUERY_AND_REPLY: 0.052,
        Fact.THREE_MESSAGES: 0.19,
        Fact.SHORT_QUERY: 0.301,
        Fact.LONG_QUERY: -0.17,
        Fact.LATE: -0.336,
        Fact.TWO_TELLING: 0.316,
        Fact.VERB_FORM: 0.039,
        Fact.COMPLETES_NAME: 0.696,
        Fact.COMPLETES_DEFINITE: 0.793,
    },
    {
        Trait.DEICTIC: 0.132,
        Trait.PRONOUN: 0.002,
        Trait.POSSESSIVE: 0.358,
        Trait.POINTED: 0.003,
        Trait.COMPARED: 0.039,
        Trait.FEW_WORDS: 0.417,
        Trait.SOME_WORDS: 0.085,
        Trait.MANY_WORDS: -0.262,
        Trait.NAMED: -0.28,
        Trait.DEFINITE: 0.036,
        Trait.OPENS_WITH_JOINER: 0.131,
        Trait.FIRST_FOLLOWUP: 0.188,
        Trait.NO_REPLY: -0.226,
        Trait.SEVERAL_SENTENCES: 0.128,
    },
)
