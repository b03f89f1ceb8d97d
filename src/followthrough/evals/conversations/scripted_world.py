"""The scripted model, web and options of a conversation, read from the file."""

from __future__ import annotations

from followthrough.evals.conversations.keys import known_fields
from followthrough.evals.conversations.nodes import At, Fault
from followthrough.evals.conversations.script import (
    MODEL_ERRORS,
    MODEL_TASKS,
    SCOPES,
    ModelReply,
    ScriptedOption,
    ScriptedOptions,
    ScriptedWeb,
)

_JUDGE = {"verdict": ("yes", "partly", "no")}
_SELECT_KEYS = ("decision", "choiceId", "confidence", "neededEvidenceTypes")
_CLARIFY_KEYS = ("needed", "readings", "question")


def read_model(at: At) -> tuple[ModelReply, ...]:
    """The model's replies, in the order in which they are consumed for each task."""
    return tuple(_model_reply(item) for item in at.items("model"))


def _model_reply(at: At) -> ModelReply:
    fields = known_fields(at, "a model reply", required=("task",))
    task = fields["task"].value.text("task")
    if task not in MODEL_TASKS:
        raise Fault(fields["task"].line, f"{task!r} is no task of the model ({', '.join(MODEL_TASKS)})")
    if ("reply" in fields) == ("error" in fields):
        raise Fault(at.line, "a model reply gives either reply or error")
    if "error" in fields:
        error = fields["error"].value.text("error")
        if error not in MODEL_ERRORS:
            raise Fault(fields["error"].line, f"{error!r} is no error of the model ({', '.join(MODEL_ERRORS)})")
        return ModelReply(task=task, error=error)
    reply = fields["reply"].value
    _check_reply(task, reply)
    return ModelReply(task=task, reply=reply.json())


def _check_reply(task: str, at: At) -> None:
    """A scripted reply has the shape that the task returns."""
    match task:
        case "plan":
            for item in at.items("the reply of plan"):
                item.text("a part of the plan")
        case "judge":
            fields = _only(at, "the reply of judge", ("verdict", "quote"))
            verdict = fields["verdict"].text("verdict") if "verdict" in fields else ""
            if verdict not in _JUDGE["verdict"]:
                raise Fault(at.line, f"verdict must be one of {', '.join(_JUDGE['verdict'])}; quote it in YAML")
        case "clarify_need":
            _only(at, "the reply of clarify_need", _CLARIFY_KEYS)
        case "select":
            _only(at, "the reply of select", _SELECT_KEYS)
        case _:
            at.text(f"the reply of {task}")


def _only(at: At, what: str, keys: tuple[str, ...]) -> dict[str, At]:
    fields = at.fields(what)
    for field in fields.values():
        if field.name not in keys:
            raise Fault(field.line, f"{what} has no key {field.name!r}; it has {', '.join(keys)}")
    return {name: field.value for name, field in fields.items()}


def read_web(at: At) -> ScriptedWeb:
    """The scripted web."""
    fields = known_fields(at, "web")
    pages = fields["pages"].value.fields("pages") if "pages" in fields else {}
    search = fields["search"].value.fields("search") if "search" in fields else {}
    return ScriptedWeb(
        pages=tuple((url, f.value.text("a page")) for url, f in pages.items()),
        search=tuple((query, read_texts(f.value, "the results of a query")) for query, f in search.items()),
    )


def read_options(at: At) -> ScriptedOptions:
    """The option set that the host shows."""
    fields = known_fields(at, "options", required=("scope", "options"))
    scope = fields["scope"].value.text("scope")
    if scope not in SCOPES:
        raise Fault(fields["scope"].line, f"{scope!r} is no scope ({', '.join(SCOPES)})")
    options = tuple(_option(item) for item in fields["options"].value.items("options"))
    if len({o.id for o in options}) < len(options):
        raise Fault(fields["options"].line, "two options have the same id")
    optional = {n: fields[n].value.text(n) for n in ("scope_instance_id", "scope_label", "excerpt") if n in fields}
    return ScriptedOptions(
        scope=scope,
        options=options,
        scope_instance_id=optional.get("scope_instance_id"),
        scope_label=optional.get("scope_label", ""),
        excerpt=optional.get("excerpt"),
    )


def _option(at: At) -> ScriptedOption:
    fields = known_fields(at, "an option", required=("id", "label"))
    details = tuple((n, f.value.text(n)) for n, f in fields.items() if n not in {"id", "label"})
    return ScriptedOption(
        id=fields["id"].value.text("id"), label=fields["label"].value.text("label"), details=details
    )


def read_texts(at: At, what: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(item.text(f"an element of {what}") for item in at.items(what))
