"""A file to a script or a refusal, and nothing else.

The whole format is read and checked first; then the keys of features that this version lacks are refused
(`script.KEYS`), so a file written for a later version says which line asks for what.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from followthrough.domain.documents import DocumentMetadata
from followthrough.errors import ConfigurationError
from followthrough.evals.conversations import nodes
from followthrough.evals.conversations.keys import known_fields, not_in_this_version, refuse_later
from followthrough.evals.conversations.nodes import At, Fault, Field, Json
from followthrough.evals.conversations.script import GivenDocument, Refusal, Script
from followthrough.evals.conversations.scripted_world import read_model, read_options, read_web
from followthrough.evals.conversations.turns import read_turns
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata
from followthrough.settings import Settings, load
from followthrough.tuning import Tuning

#: Where a system keeps its data and listens: a scripted conversation always has a fresh system of its own.
_OWN_SYSTEM: Final = frozenset(
    {"data_dir", "database_url", "index_uri", "host", "port", "workers", "allowed_hosts", "pack", "collection"}
)


def parse_script(file: Path, data: bytes) -> Script | Refusal:
    """Reads one conversation.

    Args:
        file: where it stands; ``corpus`` is relative to its folder.
        data: the file's bytes.
    """
    try:
        return _script(file, nodes.load(data))
    except Fault as fault:
        return Refusal(file=file, line=fault.line, reason=fault.reason)


def shipped_packs() -> tuple[str, ...]:
    """The names of the packs that this version ships, sorted."""
    folder = resources.files("followthrough") / "packs"
    return tuple(sorted(f.name for f in folder.iterdir() if f.is_dir() and not f.name.startswith(("_", "."))))


def _script(file: Path, at: At) -> Script:
    fields = known_fields(at, "the conversation", required=("name", "turns"))
    if "documents" in fields and "corpus" in fields:
        raise Fault(fields["corpus"].line, "give either documents or corpus")
    script = Script(
        name=fields["name"].value.text("name"),
        file=file,
        steps=read_turns(fields["turns"].value),
        pack=_pack(fields["pack"]) if "pack" in fields else None,
        settings=_settings(fields["settings"]) if "settings" in fields else (),
        documents=_documents(fields["documents"].value) if "documents" in fields else (),
        corpus=_corpus(fields["corpus"], file) if "corpus" in fields else None,
        model=read_model(fields["model"].value) if "model" in fields else (),
        web=read_web(fields["web"].value) if "web" in fields else None,
        options=read_options(fields["options"].value) if "options" in fields else None,
    )
    refuse_later(fields, "the conversation")
    for turn in fields["turns"].value.items("turns"):
        refuse_later(turn.fields("a turn"), "a turn")
    return script


def _pack(field: Field) -> str:
    name = field.value.text("pack")
    if name not in shipped_packs():
        raise not_in_this_version(field, f"the pack {name!r}")
    return name


def _settings(field: Field) -> tuple[tuple[str, Json], ...]:
    given = field.value.fields("settings")
    for setting in given.values():
        if setting.name in _OWN_SYSTEM:
            raise Fault(setting.line, f"{setting.name} can't be set here: a conversation has a system of its own")
        if setting.name not in Settings.model_fields:
            raise not_in_this_version(setting, f"the setting {setting.name!r}")
    if "tuning" in given:
        for number in given["tuning"].value.fields("tuning").values():
            if number.name not in Tuning.__dataclass_fields__:
                raise not_in_this_version(number, f"the number {number.name!r} of the tuning table")
    values = {name: setting.value.json() for name, setting in given.items()}
    try:
        load(**values)
    except ConfigurationError as error:
        at_fault = given.get((error.field or "").split(".")[0])
        if at_fault is None:
            raise  # the user's own configuration is wrong, not this file
        raise Fault(at_fault.line, error.what) from None
    return tuple(values.items())


def _documents(at: At) -> tuple[GivenDocument, ...]:
    documents = tuple(_document(item) for item in at.items("documents"))
    names = [d.name for d in documents]
    for item, name in zip(at.items("documents"), names, strict=True):
        if names.count(name) > 1:
            raise Fault(item.line, f"two documents have the name {name!r}")
    return documents


def _document(at: At) -> GivenDocument:
    fields = known_fields(at, "a document", required=("name", "text"))
    metadata = _metadata(fields["metadata"].value) if "metadata" in fields else None
    return GivenDocument(
        name=fields["name"].value.text("name"), text=fields["text"].value.text("text"), metadata=metadata
    )


def _metadata(at: At) -> DocumentMetadata:
    fields = at.fields("metadata")
    read = read_metadata({name: field.value.json() for name, field in fields.items()})
    if isinstance(read, MetadataFault):
        raise Fault(fields[read.key].line if read.key in fields else at.line, f"metadata: {read.line}")
    return read


def _corpus(field: Field, file: Path) -> Path:
    folder = (file.parent / field.value.text("corpus")).resolve()
    if not folder.is_dir():
        raise Fault(field.line, f"the folder {field.value.text('corpus')!r} does not exist beside the file")
    return folder
