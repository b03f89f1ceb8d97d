"""Words by which people choose from a list, leave it, come back to it and ask what was done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Selecting:
    """The words of both lanes, all compared as words; nothing here is matched by likeness but misspelt cues.

    Attributes:
        chooses: what stands before a place that is chosen, where there is no list to choose from.
        ordinals: the names of each place: those that order, then two that count (first, 1st, top, 1, one).
        lasts: names of the last place: "last".
        last_but_one: names of the place before it: "second to last".
        middles: names of the place in the middle.
        twos: what names all of two, and nothing of more: "both".
        ordinal_nouns: what is counted: "option 3", "the second one".
        ordinal_marks: what stands before a figure alone: "no. 3".
        steps: those of the nouns that count what is done in order: "step 2" alone chooses nothing.
        points: words that show that one of a list is meant: "one", "option".
        exits: those that leave the list at once, for they have an object: "cancel this".
        keeps: what keeps it.
        returns: what comes back to a list that was left, before its name: "back to".
        resumes: what comes back by itself: "show the list again".
        lists: what lists are called: "list", "documents".
        cue_openers: what stands before the name of a scope: "from".
        cue_articles: what may stand between: "the", "my".
        cue_joins: what may stand between two cues: "and", "or".
        list_names: what any list is called, and nothing else is: "list", "options".
        cue_chat: names of the conversation as a list: "chat".
        cue_widget: names of the sources.
        cue_dashboard: names of the recent questions.
        cue_workspace: names of the documents.
        cue_nouns: what may stand behind the name: "list", "questions".
        summaries: what as a whole message asks what has been done so far, whatever stood before it.
        whys: openings that ask why; by themselves they mean what was done right before.
        whats: openings that ask what was done.
        recaps: openings that ask for a summary; by themselves they mean what was done right before.
        recap_heads: what may stand before one of these, besides requests: "i'd like", "make".
        deeds: words for doing without saying what; with ``done_verbs`` they show that something done is meant.
        pasts: words that show that it is over: "did", "have".
        spans: words that show that all of it is meant and not the last of it: "so far", "we".
        deed_words: words beside stop words that such a question may have; any further one makes it another question.
        was_done: openings that ask whether something was done: "did you".
        done_verbs: what may have been done: "open", "opened".
        meanings: openings that ask what a thing is: "what is". The thing follows.
        referents: words that stand for the thing: "it", "that one".
        regrets: what shows, before the name of another option, that the last choice was wrong: "I wanted".
        several: words that point at things of a list: "these".
        meaning_tails: what may follow the thing: "about", "for".
    """

    chooses: frozenset[str]
    ordinals: tuple[tuple[str, ...], ...]
    lasts: frozenset[str]
    last_but_one: frozenset[str]
    middles: frozenset[str]
    twos: frozenset[str]
    ordinal_nouns: frozenset[str]
    ordinal_marks: frozenset[str]
    steps: frozenset[str]
    points: frozenset[str]
    exits: frozenset[str]
    keeps: frozenset[str]
    returns: frozenset[str]
    resumes: frozenset[str]
    lists: frozenset[str]
    cue_openers: frozenset[str]
    cue_articles: frozenset[str]
    cue_joins: frozenset[str]
    list_names: frozenset[str]
    cue_chat: frozenset[str]
    cue_widget: frozenset[str]
    cue_dashboard: frozenset[str]
    cue_workspace: frozenset[str]
    cue_nouns: frozenset[str]
    summaries: frozenset[str]
    whys: frozenset[str]
    whats: frozenset[str]
    recaps: frozenset[str]
    recap_heads: frozenset[str]
    deeds: frozenset[str]
    pasts: frozenset[str]
    spans: frozenset[str]
    deed_words: frozenset[str]
    was_done: frozenset[str]
    done_verbs: frozenset[str]
    meanings: frozenset[str]
    referents: frozenset[str]
    regrets: frozenset[str]
    several: frozenset[str]
    meaning_tails: frozenset[str]

    @property
    def cues(self) -> dict[str, frozenset[str]]:
        """The names of each scope, by the scope's own."""
        return {
            "chat": self.cue_chat,
            "widget": self.cue_widget,
            "dashboard": self.cue_dashboard,
            "workspace": self.cue_workspace,
        }
