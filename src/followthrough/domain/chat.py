"""What a bot in a chat network says by itself, as a pack words it: commands, files, messages it can't take."""

from __future__ import annotations

from dataclasses import dataclass, field


def _fills(*names: str) -> str:
    """A text with places to fill in: exactly these names, each at least once."""
    return field(metadata={"fills": names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """``{name}`` marks what is filled in.

    Attributes:
        welcome: answer to the first contact.
        help: what the bot can do, command by command.
        command_new: one line for the network's menu of commands; the same for the other three.
        started_over: a new conversation has begun.
        stop_phrase: what "stop" means to a conversation in which nothing runs.
        nothing_to_stop: there was no conversation to stop.
        recents_title: the line above past questions.
        recents_line: one past question.
        recents_none: there is none.
        resolved: status of a question that is answered; the other statuses likewise.
        running: status of a question that is being answered.
        edited: a message was changed after it was sent.
        unsupported: a message of a kind that can't be read.
        not_here: the bot does not answer in this chat.
        file_received: a file can be asked about now.
        file_too_large: a file is larger than can be taken.
        file_failed: a file can't be read.
        file_lost: the network did not give the file.
        not_taken: a message was refused.
        failed: something went wrong with a message.
        option_gone: a button of a question that is no longer open was pressed.
        option_taken: a button was pressed after another of the same question.
        option_chosen: what a question's buttons become.
        stopped: stands where an answer was stopped.
        more_follows: stands at the end of an answer that is still being written.
        sources: the line above the sources.
        page: a page number in a source.
        beside: a question for what stands under a heading.
        answer_in_group: how a question is answered in a group.
        operators_called: to the group of people who answer: somebody asks for one of them, and how to answer.
        operators_words: what the user wrote while one of them has the conversation.
        operators_files: the user sent files with it, or instead.
        operators_taken: one of them has the conversation now.
        operators_given_back: the assistant has it again.
        operators_nobody: it has, because nobody came in time.
        operators_which: a command of theirs was about no conversation.
        operators_text_only: a file of theirs can't be passed on.
    """

    welcome: str
    help: str
    command_new: str
    command_stop: str
    command_recents: str
    command_help: str
    started_over: str
    stop_phrase: str
    nothing_to_stop: str
    recents_title: str
    recents_line: str = _fills("question", "status")
    recents_none: str
    resolved: str
    need_info: str
    unable: str
    user_ended: str
    incomplete: str
    running: str
    edited: str
    unsupported: str
    not_here: str = _fills("chat")
    file_received: str = _fills("name")
    file_too_large: str = _fills("name", "megabytes")
    file_failed: str = _fills("name", "reason")
    file_lost: str = _fills("name")
    not_taken: str = _fills("reason")
    failed: str
    option_gone: str
    option_taken: str
    option_chosen: str = _fills("label")
    stopped: str
    more_follows: str
    sources: str
    page: str = _fills("page")
    beside: str = _fills("heading")
    answer_in_group: str
    operators_called: str = _fills("about")
    operators_words: str = _fills("words")
    operators_files: str = _fills("count")
    operators_taken: str
    operators_given_back: str
    operators_nobody: str
    operators_which: str
    operators_text_only: str
