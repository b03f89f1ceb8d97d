"""What a message is like."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.followups.carry_signals import Trait
from followthrough.rules.followups.references import references_in
from followthrough.rules.followups.told import read_told
from followthrough.rules.followups.traits import traits_of
from followthrough.rules.language.words import Stems

PACK = load_pack("general")
STEMS = Stems(PACK)


def traits(text: str, *history: Exchange) -> set[Trait]:
    followup = Followup(kind=FollowupKind.DEICTIC, why="pronoun")
    bits = traits_of(read_told(text, STEMS, PACK), references_in(text, PACK), followup, history, PACK)
    return {trait for trait in Trait if bits >> trait & 1}


def test_references_names_and_length_are_traits() -> None:
    found = traits("And does it cover imaging at Harborline? Ask their team.", Exchange(message="a", reply="b"))
    assert {Trait.DEICTIC, Trait.PRONOUN, Trait.POSSESSIVE, Trait.NAMED, Trait.OPENS_WITH_JOINER} <= found
    assert {Trait.SEVERAL_SENTENCES, Trait.FIRST_FOLLOWUP} <= found
    assert Trait.NO_REPLY not in found


def test_the_number_of_telling_words_is_one_trait() -> None:
    few, some = traits("and it?", Exchange(message="a")), traits("imaging referral forms", Exchange(message="a"))
    assert (Trait.FEW_WORDS in few, Trait.SOME_WORDS in few) == (True, False)
    assert (Trait.FEW_WORDS in some, Trait.SOME_WORDS in some) == (False, True)
    assert Trait.NO_REPLY in few
