"""Every number that someone may want to turn, in one table (architecture rule 8).

Each entry says its unit, its range, and why it has its default. Rules take the table as an argument. The
runtime constants of document 004 join it with the features that use them. The entries that no rule reads (service,
storage, channels) stand in ``tuning_machinery``, those by which what was found becomes an answer in
``tuning_reading``.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.tuning_machinery import number as _number
from followthrough.tuning_reading import ReadingNumbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning(ReadingNumbers):
    """The table. ``check`` refuses values out of range."""

    # Messages
    message_max_chars: int = _number(16_000, "characters", 1, 100_000, "longer texts are documents: attach them")
    objective_summary_max_chars: int = _number(200, "characters", 20, 2_000, "fits one line of a page's checklist")
    plan_max_parts: int = _number(8, "parts", 1, 32, "more parts in one message are pasted lists, not questions")
    part_max_chars: int = _number(1_000, "characters", 200, 100_000, "about what the embedder's window holds of it")
    parts_cut: float = _number(
        0.7, "chance", 0.0, 1.0, "from it on a question is cut off; cutting a single one costs more"
    )
    parts_cut_unmarked: float = _number(
        0.93, "chance", 0.0, 1.0, "the same where no mark or joining word stands: who may only go on with a person"
    )
    parts_thing: float = _number(
        0.6, "chance", 0.0, 1.0, "from it on one of several things that begin alike is asked by itself"
    )
    parts_thing_bare: float = _number(
        0.9, "chance", 0.0, 1.0, "the same for bare things: readers do not agree on all of which are one"
    )
    parts_asked_oddly: float = _number(
        0.92, "chance", 0.0, 1.0, "from it on what has no question's words is asked, and not told beside what is"
    )

    # Hearing: how sure is sure enough, by what a mistake costs (docs/benchmarks.md, "What messages do")
    hear_leaves: float = _number(
        0.95, "chance", 0.0, 1.0, "with no question open an end that nobody wanted costs most"
    )
    hear_leaves_in_question: float = _number(
        0.6, "chance", 0.0, 1.0, "with one open, being kept annoys as much: 10 % are kept"
    )
    hear_doubts: float = _number(0.3, "chance", 0.0, 1.0, "from it on the way out is told beside the next question")
    hear_unsure: float = _number(
        0.5, "chance", 0.0, 1.0, "of 559 doubted answers 66 % are asked about again, of 559 that only hedge 4 %"
    )
    hear_person: float = _number(0.5, "chance", 0.0, 1.0, "in a question: from it on all held-out calls were meant")
    hear_person_later: float = _number(0.8, "chance", 0.0, 1.0, "elsewhere questions speak of people as well")
    hear_aside: float = _number(0.6, "chance", 0.0, 1.0, "below it a message is an answer or a question, as before")
    hear_remark: float = _number(0.75, "chance", 0.0, 1.0, "of 85 held-out remarks on a reply two were none")
    hear_said_again: float = _number(
        0.05, "chance", 0.0, 1.0, "of another try among what asks for a summary too: below it something else is meant"
    )
    hear_gives_up: float = _number(
        0.93, "chance", 0.0, 1.0, "that there is nothing to give: a case of one's own that is told sounds like it"
    )
    hear_beside: float = _number(
        0.03, "chance", 0.0, 1.0, "of an answer: below it the few words before a question answer nothing ('hey, ...')"
    )
    hear_call_kept: float = _number(
        0.15, "chance", 0.0, 1.0, "of a call, from which on a clause beside a denied one calls"
    )
    hear_titles: float = _number(0.01, "chance", 0.0, 1.0, "of asking what there is, from which on it is heard alone")
    hear_shorter: float = _number(
        0.12, "chance", 0.0, 1.0, "of a summary, from which on it is wanted shorter: 31 that want it again are below"
    )
    hear_overview: float = _number(
        0.3, "chance", 0.0, 1.0, "of a summary: from it on one document that is asked alone is shown as a whole"
    )
    hear_courtesy: float = _number(
        0.75, "chance", 0.0, 1.0, "73 of 74 messages of sets that took no part are courtesies, the other asks nothing"
    )

    # Choosing from a list, by what stands around the name of an option (training/selection/CARD.md)
    choose_least: float = _number(0.85, "chance", 0.0, 1.0, "below it a name is asked about, not executed")
    choose_least_strange: float = _number(
        0.95, "chance", 0.0, 1.0, "a verb that no choice was fitted with may do something else with it"
    )
    choose_about: float = _number(0.5, "chance", 0.0, 1.0, "from it on a message without a winner is about the list")
    choose_rival: float = _number(0.3, "chance", 0.0, 1.0, "from it on another option may be meant as well")

    # What there is
    catalogue_titles: int = _number(8, "documents", 1, 100, "as many titles as one takes in; the others are counted")
    catalogue_places: int = _number(3, "headings", 0, 20, "enough to see what can be asked")
    catalogue_read: int = _number(200, "documents", 1, 5_000, "one page of the catalogue; beyond, more are told of")

    # What the user gives
    paste_min_words: int = _number(
        20, "words", 1, 1_000, "what is shorter and not announced is a fact or a question, not a text from somewhere"
    )

    links_per_message: int = _number(
        8, "links", 1, 100, "a person pastes a few; more are a list to be added to the library"
    )
    links_wait_s: float = _number(
        25.0, "seconds", 0.01, 300, "all links of a message are read at once; a page may take 20 by itself"
    )
    given_name_max_chars: int = _number(
        60, "characters", 10, 500, "of pasted text or a statement: enough to know it again in a list of sources"
    )

    # Passages
    passage_max_tokens: int = _number(
        220, "tokens", 32, 512, "the embedder's window is 256; room is left for the context line"
    )
    passage_min_tokens: int = _number(24, "tokens", 0, 200, "shorter blocks join their neighbour under one heading")
    context_max_tokens: int = _number(32, "tokens", 0, 128, "with passage_max_tokens and two marks fills the window")

    # Ingest
    document_max_bytes: int = _number(64 * 2**20, "bytes", 1024, 2**31, "a 2,000-page manual is about 20 MB")
    document_max_unpacked_bytes: int = _number(
        128 * 2**20, "bytes", 2**20, 2**31, "a docx with large pictures fits, a zip bomb does not"
    )
    document_max_ratio: int = _number(
        200, "times", 2, 100_000, "XML of office files unfolds to 10 to 30 times its size, bombs to 1,000"
    )
    document_max_memory_bytes: int = _number(
        2**30, "bytes", 128 * 2**20, 2**36, "a PDF of 2,000 pages takes 300 MiB; beyond, the file is refused"
    )
    document_readers: int = _number(2, "processes", 1, 64, "documents read at once, beside as many that take long")
    document_slow_s: float = _number(2.0, "seconds", 0.01, 3_600, "what reads longer lets others go before it")
    document_max_chars: int = _number(20_000_000, "characters", 1_000, 10**9, "bounds what a small file unfolds to")
    document_max_read_s: float = _number(
        300.0, "seconds", 1, 3_600, "a PDF of 2,000 pages takes a minute; what takes longer than this never ends"
    )
    embed_batch_passages: int = _number(
        64, "passages", 1, 512, "the embedder splits them by length; fewer leave a core idle at the end of each batch"
    )
    embed_claim_documents: int = _number(256, "documents", 1, 1_000, "enough short documents to sort by length")
    embed_round_passages: int = _number(
        512, "passages", 1, 10_000, "some 20 s of work on one core: a small document waits no longer for a large one"
    )
    embed_lease_s: float = _number(30.0, "seconds", 1, 600, "a dead worker's documents are taken up after this")
    ingest_read_ahead: int = _number(4, "files", 1, 64, "reading and parsing overlap with writing")
    ingest_batch_documents: int = _number(256, "documents", 1, 5_000, "one commit for many small files")
    ingest_batch_passages: int = _number(2_000, "passages", 1, 100_000, "bounds what one commit holds in memory")
    ingest_poll_s: float = _number(2.0, "seconds", 0.05, 300, "how often documents of other processes are looked for")

    # Web pages
    page_max_bytes: int = _number(
        16 * 2**20, "bytes", 1024, 2**30, "as sent and unpacked: a manual fits, what never ends does not"
    )
    page_connect_s: float = _number(5.0, "seconds", 0.05, 60, "a server that is there takes a connection at once")
    page_read_s: float = _number(8.0, "seconds", 0.05, 120, "without a byte for so long nothing more will come")
    page_total_s: float = _number(
        20.0, "seconds", 0.05, 600, "look-up, redirects, content and reading together: a turn waits no longer"
    )
    web_search_s: float = _number(6.0, "seconds", 0.05, 120, "a search over several engines takes two or three")
    web_search_max_bytes: int = _number(2 * 2**20, "bytes", 1024, 2**28, "a page of results is some 50 KB")
    web_searches_max: int = _number(4, "searches", 0, 32, "one for each part that is missed; more take too long")
    web_pages: int = _number(
        3, "pages", 1, 20, "of each search's best results; what they don't say, later ones rarely do"
    )
    web_turn_s: float = _number(12.0, "seconds", 0.05, 300, "a turn waits no longer for the pages of its searches")
    tool_failures_max: int = _number(
        2, "failures", 1, 20, "in a row for one objective: then a search that does not work is left alone (F39)"
    )
    page_max_redirects: int = _number(5, "redirects", 0, 20, "http to https to a login and back are four")

    # Retrieval
    candidates: int = _number(100, "passages", 10, 1_000, "lists were fused over their top 100 in the trials")
    lexical_weight: float = _number(0.3, "share", 0.0, 1.0, "0.3 lexical + 0.7 dense won the trials")
    dense_weight: float = _number(0.7, "share", 0.0, 1.0, "as lexical_weight")
    best_by_words_places: int = _number(2, "passages", 0, 20, "the passage that holds an asked code must be read")
    passages_per_part: int = _number(8, "passages", 1, 50, "what the answer reads for each part")
    heard_places: int = _number(
        12, "passages", 1, 50, "what a reader looks at; the passage with the answer is among them for nine in ten"
    )
    included_places: int = _number(2, "places", 0, 10, "places of the context kept for previous documents")

    # Follow-ups (measured in docs/benchmarks.md, "Resolution")
    history_max_turns: int = _number(8, "turns", 1, 100, "document 004: CHAT_HISTORY_MAX_TURNS")
    history_max_replies: int = _number(2, "replies", 0, 100, "what an older reply said is hardly referred to")
    history_text_words: int = _number(
        150, "words", 0, 5_000, "of each earlier message and reply: an extract is shorter; bounds a pasted page"
    )
    followup_few_words: int = _number(2, "words", 0, 10, "telling words with which a question can't name its topic")
    followup_short_question: int = _number(
        4, "words", 0, 20, "telling words up to which a question that shares one with the last turn leaves some out"
    )
    carry_max_words: int = _number(5, "words", 0, 50, "people add three on average; more drown what is new")

    # Lists, choices and what was done; in capitals document 004's constants
    option_pool_max: int = _number(12, "options", 1, 100, "that words choose from; a longer list is not kept in mind")
    option_set_ttl_turns: int = _number(2, "turns", 1, 20, "after a list stops being shown")
    choice_window: int = _number(5, "choices", 1, 50, "accepted and rejected ids that are remembered (C31)")
    recent_action_trace_max_entries: int = _number(5, "actions", 1, 50, "RECENT_ACTION_TRACE_MAX_ENTRIES")
    continuity_ttl_max_turns: int = _number(3, "turns", 1, 50, "CONTINUITY_TTL_MAX_TURNS: what an 'it' may refer to")
    continuity_ttl_max_minutes: float = _number(10.0, "minutes", 0.1, 1_440, "CONTINUITY_TTL_MAX_MINUTES")
    allow_normalized_label: int = _number(1, "flag", 0, 1, "continuity.allow_normalized_label (C29)")
    select_min_confidence: float = _number(0.6, "share", 0.0, 1.0, "below it a model's choice is no choice")
    auto_execute_min_confidence: float = _number(0.85, "share", 0.0, 1.0, "from it on a choice may be executed")
    select_timeout_s: float = _number(0.8, "seconds", 0.05, 60, "a person who chose waits no longer for a question")
    select_max_tokens: int = _number(120, "tokens", 16, 4_000, "a choice is an id, a number and two names")
    selection_max_enrichment_steps: int = _number(1, "steps", 0, 10, "SELECTION_MAX_ENRICHMENT_STEPS")
    selection_max_llm_calls: int = _number(2, "calls", 0, 10, "SELECTION_MAX_LLM_CALLS; the second on new evidence")
    needed_evidence_types_max: int = _number(2, "types", 0, 6, "NEEDED_EVIDENCE_TYPES_MAX")
    snapshot_excerpt_max_tokens: int = _number(400, "tokens", 10, 100_000, "SNAPSHOT_EXCERPT_MAX_TOKENS")
    blended_context_max_tokens: int = _number(1_800, "tokens", 50, 200_000, "BLENDED_CONTEXT_MAX_TOKENS")
    explanation_max_chars: int = _number(600, "characters", 50, 10_000, "of the last answer, kept as evidence")

    # Pursuit
    max_attempts: int = _number(
        4, "turns", 1, 100, "document 000: MAX_ATTEMPTS_BEFORE_STOP; turns that searched in vain before it stops"
    )
    wider_times: int = _number(
        3, "times", 1, 20, "passages read by the last angle of search; each costs the reader a few milliseconds"
    )
    ask_again_turns: int = _number(
        0, "turns", 0, 1_000, "a part is asked for again after so many turns without news; 0 is never"
    )

    # Which one is meant
    things_max: int = _number(8, "things", 1, 1_000, "of a message; one with more is a story")
    readings_max: int = _number(5, "options", 2, 20, "more are no help to choose from; any name can be typed")

    # Slots
    slot_max_age_turns: int = _number(
        10, "turns", 1, 1_000, "F31: a plan or state that no turn relied on for so long no longer holds"
    )
    slot_options_max: int = _number(8, "options", 1, 50, "more are no help to choose from; any name can be typed")
    slot_asks_max: int = _number(2, "times", 1, 10, "once more after an answer without a value; then it goes on")

    history_candidates: int = _number(
        200,
        "passages",
        10,
        1_000,
        "per list with a conversation: more of what is relevant is found than in 100",
    )
    previous_candidates: int = _number(
        20, "passages", 1, 1_000, "what the previous question found is compared with, and hardly ever asked for again"
    )
    standalone_margin: float = _number(
        0.55, "log odds", 0.0, 100.0, "so much surer a conversation moves a passage; .3 to 2 were tried"
    )
    history_turns: int = _number(8, "turns", 0, 50, "earlier user turns whose vectors are compared")
    history_answer_chars: int = _number(
        1_500, "characters", 0, 16_000, "of the last answer; about what the embedder's window holds"
    )

    # Passage index
    index_unfolded_rows: int = _number(
        2_000, "rows", 100, 1_000_000, "new rows are searched one by one, at about 10 ms a thousand"
    )
    index_unfolded_writes: int = _number(32, "writes", 1, 10_000, "each write leaves a few small files")
    index_cells_from: int = _number(
        5_000, "vectors", 256, 10**9, "from here on vectors are kept in cells in memory: four times as fast at 30,000"
    )
    index_cells_searched: int = _number(
        32, "cells", 1, 10_000, "a cell holds about 4,000: exact to 100,000 vectors, .97 of the best 100 at 360,000"
    )
    index_keep_versions_s: float = _number(
        30.0, "seconds", 1, 10**7, "other processes may still read a version this old; their reads end after 10"
    )
    index_refresh_s: float = _number(
        1.0, "seconds", 0, 3_600, "object storage only: when another process's writes are seen at the latest"
    )
    index_read_timeout_s: float = _number(10.0, "seconds", 0.1, 600, "a turn waits no longer for one search")
    index_reads_at_once: int = _number(4, "reads", 1, 1_000, "64 at once take 300 MB more and are no faster")
    index_commit_attempts: int = _number(10, "attempts", 1, 100, "times another writer may win the race")
    index_commit_backoff_ms: int = _number(20, "milliseconds", 1, 1_000, "first pause; it doubles up to one second")
    index_cache_mib: int = _number(512, "MiB", 16, 65_536, "search structures kept in memory")
    index_metadata_cache_mib: int = _number(128, "MiB", 16, 65_536, "table metadata kept in memory")

    # Language model
    model_calls_per_turn: int = _number(3, "calls", 0, 50, "issue 7: plan, answer and one check; each costs seconds")
    model_retries: int = _number(1, "times", 0, 10, "a limit or a broken connection is often over at once")
    model_retry_wait_s: float = _number(0.5, "seconds", 0, 60, "before the first repeat, half to three halves of it")
    model_retry_wait_max_s: float = _number(
        3.0, "seconds", 0, 60, "whoever asks for a longer wait is not asked again: the next model or the rules answer"
    )
    model_failures_in_a_row: int = _number(3, "failures", 1, 100, "then a model is left alone for model_rest_s")
    model_rest_s: float = _number(30.0, "seconds", 0.1, 3_600, "turns of that time don't wait for a dead server")
    model_outputs: int = _number(20, "outputs", 1, 1_000, "the latest of a task: when over half fail ...")
    model_task_rest_s: float = _number(600.0, "seconds", 0.1, 86_400, "... the task is left to the rules for so long")
    model_check_tokens: int = _number(100, "tokens", 10, 10_000, "what `doctor` asks for is a word and a short quote")
    model_check_s: float = _number(30.0, "seconds", 0.1, 600, "a model that must be loaded first takes this long")
    model_turn_s: float = _number(
        30.0, "seconds", 0.01, 600, "all calls of a turn, from the first on; the rules' answer comes in less than one"
    )
    model_small_tokens: int = _number(400, "tokens", 16, 8_000, "the longest plan, rewrite, verdict or question")
    model_answer_tokens: int = _number(900, "tokens", 16, 16_000, "the longest answer or summary: about a page")
    model_small_s: float = _number(8.0, "seconds", 0.01, 300, "for a plan, rewrite, verdict or question")
    model_answer_s: float = _number(25.0, "seconds", 0.01, 600, "for a whole answer or summary")

    # What a model says
    claim_least: float = _number(
        0.47, "chance", 0.0, 1.0, "from which on what a sentence cites bears it; the price is in training/claims"
    )
    written_max_sentences: int = _number(16, "sentences", 1, 100, "an answer, not an essay; more is cut off")
    written_passages: int = _number(6, "passages", 1, 40, "given to the model for one answer; about 1,500 tokens")
    written_least: float = _number(
        0.2,
        "share",
        0.0,
        1.0,
        "of the best found block's chance that what a proven model wrote must have to stand alone",
    )
    written_least_unproven: float = _number(
        0.8, "share", 0.0, 10.0, "the same of a model that is nearly proven; of any other the rules' words follow"
    )
    written_better: float = _number(
        1.25, "odds", 1.0, 100.0, "times those of the best found block, from which on a model's sentence is better"
    )
    written_agrees: float = _number(
        0.5, "share", 0.0, 10.0, "with which it agrees with what the rules settled, which shows nothing of a model"
    )
    written_proven: float = _number(
        0.2, "share", 0.0, 1.0, "of a model's latest answers that were better, from which on it is proven (ADR 20)"
    )
    written_doubted: float = _number(0.15, "share", 0.0, 1.0, "the same, from which on it is nearly proven")
    written_unknown: int = _number(4, "answers", 1, 1_000, "that count beside its own as a barely proven model's")
    written_memory: int = _number(40, "answers", 1, 10_000, "the latest of a model, in one process")
    written_unproven_words: int = _number(
        70, "words", 10, 10_000, "after which a model that is not proven is cut off: the rules' words follow it"
    )
    written_min_cover: float = _number(
        0.5, "share", 0.0, 1.0, "of a part's telling words that what a model wrote must speak of to be its answer"
    )
    rewrite_max_new: float = _number(
        0.25, "share", 0.0, 1.0, "of a rewrite's telling words that nobody said; more is another question"
    )
    rewrite_min_kept: float = _number(
        0.5, "share", 0.0, 1.0, "of the message's telling words that its rewrite must keep"
    )
    judged_min_cover: float = _number(
        0.34, "share", 0.0, 1.0, "of the asked words that a quote and its headings must have to bear a verdict"
    )
    plan_min_kept: float = _number(
        0.8,
        "share",
        0.0,
        1.0,
        "of the message's telling words that the questions of a model's plan must have together",
    )
    summary_max_sentences: int = _number(5, "sentences", 1, 50, "a person who takes over reads it in a few seconds")
    translation_max_times: float = _number(
        3.0, "times", 1.0, 20.0, "a translated question may be this much longer than the document's"
    )
    rewrite_max_times: float = _number(
        4.0, "times", 1.0, 20.0, "a rewrite may be this much longer than message and rules' query together"
    )

    # Clarification loop
    loop_text_chars: int = _number(
        40_000, "characters", 1_000, 1_000_000, "of a document kept while its questions are asked: some 15 pages"
    )
    loop_fetched_passages: int = _number(120, "passages", 1, 2_000, "more than loop_text_chars holds")
    loop_answer_units: int = _number(6, "sentences", 1, 50, "what holds for the user's case, not the whole chapter")
    loop_min_similarity: float = _number(
        0.35, "cosine", -1.0, 1.0, "as answer_min_similarity: a document that is further off asks nothing"
    )
    loop_min_shared: float = _number(
        0.34, "share", 0.0, 1.0, "of the question's telling words that a document which asks must have"
    )

    # Rollout and decisions
    flags_refresh_s: float = _number(
        5.0, "seconds", 0, 3_600, "how soon a running server sees that a flag is held back or released"
    )
    wrong_within_turns: int = _number(
        2, "turns", 1, 20, "an action that is rejected, undone or corrected within so many turns was wrong"
    )
    guard_wrong_points: float = _number(
        0.5, "points", 0, 100, "document 004: a wrong-action rate that grows by more is rolled back"
    )
    guard_clarifier_share: float = _number(
        0.1, "share", 0, 10, "document 004: a clarifier rate that grows by more than this part of it is rolled back"
    )
    guard_latency_ms: float = _number(
        250.0, "milliseconds", 0, 60_000, "document 004: a 95th percentile that grows by more is rolled back"
    )
    guard_unchanged_share: float = _number(
        0.02, "share", 0, 1, "document 004: more retries on evidence that did not change halt a rollout"
    )
    guard_min_decisions: int = _number(
        200, "decisions", 1, 10**7, "on each side: wrong actions at 2 % in place of none then pass one time in ten"
    )
    guard_min_retries: int = _number(50, "retries", 1, 10**6, "below it one retry is more than the limit by itself")
    guard_cohort_days: int = _number(14, "days", 1, 3_650, "how far back a cohort's decisions are looked at")

    def check(self) -> list[str]:
        """One line for each value that is out of its range; empty when all are in range."""
        faults: list[str] = []
        for name, info in self.__dataclass_fields__.items():
            value = getattr(self, name)
            low, high = info.metadata["low"], info.metadata["high"]
            if not low <= value <= high:
                faults.append(f"{name} is {value}; it must be from {low} to {high} {info.metadata['unit']}")
        return faults


DEFAULT_TUNING = Tuning()
