/**
 * The shapes that travel between the modules. The wire shapes follow the project's HTTP contract; only the
 * fields that the page reads are named.
 */

/**
 * @typedef {object} Citation
 * @property {number} n
 * @property {string} document_id
 * @property {string} document_name
 * @property {string} passage_id
 * @property {string} quote
 * @property {number | null} [page]
 * @property {string[]} [heading]
 * @property {string | null} [url]
 */

/**
 * @typedef {object} Part One part of an objective.
 * @property {string} id
 * @property {string} text
 * @property {"pending" | "answered" | "partial" | "failed" | "blocked"} status
 * @property {string | null} [source] what its answer rests on; `user_provided` where that is what the person gave.
 * @property {number | null} [last_tried_turn] the index of the turn that last looked for it.
 */

/**
 * @typedef {object} Given One thing that a message gave.
 * @property {"file" | "link" | "text" | "code" | "statement" | "rephrase"} kind
 * @property {string} text
 * @property {string} name
 * @property {string | null} document_id
 * @property {string | null} refused why it could not be read.
 */

/**
 * @typedef {object} Objective
 * @property {string} summary
 * @property {Part[]} sub_objectives
 * @property {string} [created_at]
 * @property {string | null} [last_user_ask] when the person was asked for help last.
 * @property {{sub_objective_id: string, turn: number, text: string}[]} [asks] what the person was asked for, and in which turn.
 */

/**
 * @typedef {object} Option Something to click.
 * @property {string} id
 * @property {string} label
 * @property {string} [path] where it is; like what follows for options that share a label.
 * @property {string} [sublabel]
 * @property {string} [type]
 */

/**
 * @typedef {object} Selection A click on an option.
 * @property {string} option_set_id
 * @property {string} option_id
 */

/**
 * @typedef {object} FoundPassage
 * @property {string} passage_id
 * @property {string} document_id
 * @property {string} document_name
 * @property {number | null} page
 * @property {number} score
 */

/**
 * @typedef {object} WirePending A message whose turn has not ended.
 * @property {string} turn_id
 * @property {number} index
 * @property {string} text
 * @property {string | null} client_message_id
 * @property {string[]} attachments
 * @property {string[]} include_document_ids the only ones that it asks; all when empty.
 */

/**
 * @typedef {object} WireTurn A turn as the server tells it when it has ended.
 * @property {string} turn_id
 * @property {string | null} client_message_id
 * @property {string[]} attachments
 * @property {string[]} include_document_ids the only ones that it asks; all when empty.
 * @property {"completed" | "stopped" | "failed"} status
 * @property {number} index
 * @property {string} session_status
 * @property {string} turn_class
 * @property {Origin} origin
 * @property {{text: string, footer: string | null, citations: Citation[]}} reply
 * @property {{message: string, effective: string[]}} query
 * @property {{searches: number, passages: FoundPassage[], signal: string | null}} retrieval
 * @property {Objective | null} objective
 * @property {string | null} objective_status
 * @property {string | null} closure_message
 * @property {{given: Given[]} | null} [material]
 * @property {{id: string, scope: string, options: Option[]} | null} option_set
 * @property {Clarification | null} clarification
 * @property {{lane: string, reason: string}} decision
 * @property {Record<string, number>} timings_ms
 */

/**
 * @typedef {object} LoopAnswer
 * @property {string} question
 * @property {string | null} answer null where it is not known.
 */

/**
 * @typedef {object} Clarification The question that waits for an answer.
 * @property {boolean} active false where the questions of a document are paused.
 * @property {"document" | "missing_slot" | "underspecified"} kind
 * @property {string} question
 * @property {number} index from 0.
 * @property {number} total
 * @property {LoopAnswer[] | null} answers
 * @property {boolean} can_change whether an earlier answer can be changed.
 */

/**
 * @typedef {"user" | "person" | "note" | "system"} Origin Who wrote the message: a person who has the conversation may.
 */

/**
 * @typedef {object} Verdict What the reader thinks of an answer.
 * @property {"up" | "down"} rating
 * @property {string | null} note
 */

/**
 * @typedef {object} Attachment
 * @property {string} document_id
 * @property {string} name
 */

/**
 * @typedef {object} OnItsWay A file that goes along with a message.
 * @property {string} name
 * @property {Promise<Attachment | null>} searchable when its document can be searched; null: it failed.
 */

/**
 * @typedef {"waiting" | "sending" | "queued" | "running" | "completed" | "stopped" | "failed" | "unsent"} Phase
 */

/**
 * @typedef {object} TurnView One turn as the page shows it.
 * @property {string} key stable within the page: the client's message id, else the turn's id.
 * @property {string | null} clientMessageId
 * @property {string | null} turnId
 * @property {string} question
 * @property {Attachment[]} attachments
 * @property {Given[]} given what the message gave, known when the turn has ended.
 * @property {Phase} phase
 * @property {Origin} origin
 * @property {number} index its place in the conversation; 0 until the server has said it.
 * @property {boolean} isEscalated a person was called or has the conversation.
 * @property {boolean} isRecorded kept for the person who has the conversation, without a reply.
 * @property {string} text what the reply says so far.
 * @property {string | null} footer
 * @property {Citation[]} citations
 * @property {Objective | null} objective
 * @property {string | null} objectiveStatus
 * @property {string | null} closure
 * @property {Option[]} options what the reply offers to click.
 * @property {string | null} optionSetId the list that they are of.
 * @property {Selection | null} selection the option whose click the message is.
 * @property {string[]} only the documents that the message asks; all when empty.
 * @property {Clarification | null} clarification the question that waits after it.
 * @property {string[]} searched
 * @property {FoundPassage[]} passages
 * @property {string | null} signal
 * @property {string | null} decision
 * @property {Record<string, number>} timings
 * @property {Verdict | null} verdict what the reader thinks of it.
 * @property {string | null} trouble why it was not sent or answered, one plain line.
 */

/**
 * @typedef {object} Pending A message that the server has not answered for good yet.
 * @property {string} clientMessageId
 * @property {string} text
 * @property {Attachment[]} attachments
 * @property {Selection | null} [selection]
 * @property {string[]} [only] the documents that it asks; all when left out.
 * @property {boolean} [isHeld] a file of it is still on its way.
 */

/**
 * @typedef {object} ThreadEntry
 * @property {string} thread_id
 * @property {string | null} title
 * @property {boolean} pinned
 * @property {string} session_status
 * @property {string} holder
 * @property {string} last_message_at
 * @property {{turn_id: string, index: number, excerpt: string} | null} [found] where the words stand that were looked for.
 */

/**
 * @typedef {object} PastQuestion
 * @property {string} turn_id
 * @property {string} thread_id
 * @property {string} question
 * @property {string} objective_status
 */

/**
 * @typedef {object} DocumentEntry
 * @property {string} document_id
 * @property {string} name
 * @property {string} title
 * @property {string | null} [thread_id]
 * @property {string} [collection]
 * @property {string | null} [url] where it was read on the web.
 * @property {string} [media_type]
 * @property {number} [size_bytes]
 * @property {string} [created_at]
 * @property {string} [updated_at]
 * @property {string | null} [superseded_by]
 * @property {{extra?: Record<string, unknown>}} [metadata]
 * @property {"queued" | "indexing" | "ready" | "failed"} status
 * @property {string | null} [reason]
 * @property {number} [passages]
 * @property {number} [embedded]
 * @property {number | null} [pages]
 */

/**
 * @typedef {object} Passage
 * @property {string} passage_id
 * @property {string} text
 * @property {number} ordinal
 * @property {number | null} page
 * @property {string[]} heading
 */

/**
 * @typedef {object} Me Who makes the request.
 * @property {string} owner
 * @property {string | null} key_id
 * @property {string} role
 * @property {string[]} roles
 * @property {number | null} waiting_handoffs
 */

export {};
