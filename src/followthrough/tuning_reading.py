"""The part of the tuning table by which what was found becomes an answer (see ``tuning``)."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.tuning_machinery import Machinery, number


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingNumbers(Machinery):
    """The numbers of what sentences settle and what a reader finds in blocks."""

    # Answering
    answer_sentences_per_part: int = number(4, "sentences", 1, 20, "an extract, not a page")
    answer_list_items: int = number(12, "items", 1, 100, "steps and enumerations are given whole up to this")
    answer_min_coverage: float = number(
        0.6, "share", 0.0, 1.0, "weighted share of the asked words that what is cited must cover to be an answer"
    )
    answer_max_lacking: float = number(
        0.35, "share", 0.0, 1.0, "a single asked word of more weight must not be absent where the answer stands"
    )
    answer_max_unknown: float = number(
        0.4, "share", 0.0, 1.0, "weight of one asked word that no passage has, beyond which nothing is quoted at all"
    )
    answer_max_unsaid: float = number(
        0.2, "share", 0.0, 1.0, "a single asked word of more weight must not be absent in what is cited itself"
    )
    answer_relief: float = number(
        0.02, "share", 0.0, 0.2, "less coverage asked for each telling word beyond four: answers repeat less of them"
    )
    answer_min_sentence: float = number(
        0.5, "share", 0.0, 1.0, "weighted share of the asked words below which a sentence is no answer at all"
    )
    answer_least_similarity: float = number(
        0.2, "cosine", -1.0, 1.0, "as answer_min_similarity, where one sentence has every asked word"
    )
    answer_min_similarity: float = number(
        0.35, "cosine", -1.0, 1.0, "dev tasks: 93% of answerable ones cite a passage this near, 49% of others"
    )

    # Reading (measured in docs/benchmarks.md, "Reading")
    reply_max_words: int = number(
        210, "words", 20, 2_000, "of one part's blocks: a screen; the first block is shown whole"
    )
    reply_brief_items: int = number(3, "items", 1, 20, "of a list that is wanted shorter; the others are counted")
    reply_brief_words: int = number(40, "words", 5, 200, "of running text where the user wants it shorter")
    reply_max_blocks: int = number(6, "blocks", 1, 20, "more than so many places are a search result, no answer")
    read_blocks: int = number(
        10, "blocks", 1, 100, "whose meaning is compared with the question; each costs some 5 ms of one core"
    )
    read_blocks_alone: int = number(
        7, "blocks", 1, 100, "as read_blocks, where no question stands before: more of them were not read better"
    )
    read_answered: float = number(
        0.81, "chance", 0.0, 1.0, "that what is shown answers, from which on it does: wrong for 7 of 100 of those"
    )
    read_answered_after: float = number(
        0.78, "chance", 0.0, 1.0, "as read_answered, where a question stands before: wrong for 12 of 100 of those"
    )
    read_likely: float = number(
        0.4, "chance", 0.0, 1.0, "that what is shown answers, from which on no doubt is said: right for half"
    )
    read_at_hand: float = number(
        0.5, "chance", 0.0, 1.0, "that some of what was found answers, from which on no document is asked for"
    )
    read_worth: float = number(
        0.25, "chance", 0.0, 100.0, "for a hundred words, from which on a block is shown beside the likeliest"
    )
    read_worth_unsure: float = number(
        0.89,
        "share",
        0.0,
        100.0,
        "of the likeliest block's chance, as read_worth: where nothing is likely, more places",
    )
    read_same_section: float = number(
        1.5, "times", 1.0, 10.0, "its chance that a block counts for standing beside one under the same headings"
    )
    read_agreed: float = number(
        0.5,
        "chance",
        0.0,
        1.0,
        "as read_answered, where a row or a sentence of the likeliest block settles a question by itself",
    )
    read_agreed_small: float = number(
        0.3, "chance", 0.0, 1.0, "as read_answered, where sentences settle it and few passages are the whole library"
    )
    read_settled_beside: float = number(
        0.05, "share", 0.0, 1.0, "of the likeliest's chance, which a block has whose sentence settles a small library"
    )
    read_least: float = number(
        0.1, "chance", 0.0, 1.0, "that what is shown answers, below which it is not shown: right for 4 of 11"
    )
    read_least_unheard: float = number(
        0.2, "chance", 0.0, 1.0, "as read_least, where hardly a word of the question was found: right for 3 of 20"
    )
    read_least_far: float = number(
        0.3, "chance", 0.0, 1.0, "as read_least, where what is shown shares no word or meaning with the question"
    )
    read_hardly_heard: float = number(
        0.9, "share", 0.0, 1.0, "of the question's words, by rarity, that nothing found has: from it on hardly a word"
    )
    read_near: float = number(
        0.06, "chance", 0.0, 1.0, "as read_least, from which on the nearest place is named as a place"
    )
    read_small_library: int = number(
        5, "passages", 0, 100, "fewer found are the whole library or plan: nearness among them says little"
    )
    read_unheard: float = number(
        0.25, "share", 0.0, 1.0, "of the question's words, by rarity, that nothing of a small library has: no answer"
    )
    read_unheard_alone: float = number(
        0.45, "share", 0.0, 1.0, "as read_unheard, from which on a question by itself has no likely answer either"
    )
    read_far: float = number(
        0.25, "cosine", -1.0, 1.0, "below it a passage that shares no word with the question is about something else"
    )
    read_new_words: int = number(
        3, "words", 0, 50, "that a block must add to the question's own; with fewer it only says the question again"
    )
    read_code_digits: int = number(
        2, "digits", 1, 20, "from which on a word is a code that must be met: not 'mp3s' or '/dev/disk4'"
    )
    read_glance_words: int = number(
        40, "words", 1, 1_000, "a settled sentence is shown with its paragraph up to this length, else by itself"
    )
