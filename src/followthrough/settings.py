"""Where and which: every setting, read from ``followthrough.toml``, the environment and options.

Weakest to strongest: file, environment (``FOLLOWTHROUGH_NAME``; ``DATABASE_URL`` and ``REDIS_URL`` also without
prefix), option. How much is in ``tuning``; what is said is in packs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, ClassVar

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from followthrough.errors import ConfigurationError
from followthrough.setting_values import OTHER_NAMES, PREFIX, Durability, FlagValue, LogLevel, names_of
from followthrough.tuning import Tuning

CONFIG_FILE = "followthrough.toml"


class Settings(BaseSettings):
    """All settings. Secrets are never printed; ``effective.describe`` masks them."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        toml_file=CONFIG_FILE,
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        env_ignore_empty=True,
    )

    data_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("followthrough", appauthor=False)),
        description="Folder of the SQLite file, the index and uploaded files.",
    )
    database_url: SecretStr | None = Field(
        default=None,
        validation_alias=names_of("database_url"),
        description="Database; SQLite in data_dir when empty. postgresql://user:password@host/name for PostgreSQL.",
    )
    index_uri: str | None = Field(
        default=None, description="Passage index: a folder or s3://bucket/path; a folder in data_dir when empty."
    )
    embedder: str = Field(default="minilm-int8", description="Embedding model: minilm-int8.")
    web_search_url: SecretStr | None = Field(
        default=None,
        description="SearXNG-compatible web search (http://host:8080), asked where the documents have no answer; "
        "no web search when empty.",
    )
    model: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(),
        description="Language models, comma-separated, the first that answers counts: openai:NAME, anthropic:NAME "
        "or NAME@http://host/v1 for an OpenAI-compatible server; everything works by rules when empty.",
    )
    model_tasks: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(),
        description="Models of single tasks, comma-separated, as TASK=MODEL; the others of `model` come after it. "
        "TASK=none leaves a task to the rules.",
    )
    model_base_url: str | None = Field(
        default=None,
        description="Address of an OpenAI-compatible server (Ollama, vLLM, llama.cpp) for models without one.",
    )
    model_daily_tokens: int | None = Field(
        default=None, gt=0, description="Tokens that language models may take on a day (UTC); then the rules answer."
    )
    model_api_key: SecretStr | None = Field(
        default=None, description="Key of the models' server; the keys below when empty."
    )
    openai_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=names_of("openai_api_key"),
        description="Key for openai: models.",
    )
    anthropic_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=names_of("anthropic_api_key"),
        description="Key for anthropic: models.",
    )
    pack: str = Field(default="general", description="Domain pack of new threads.")
    grounding_continuity_enabled: FlagValue = Field(
        default="on",
        validation_alias=names_of("grounding_continuity_enabled"),
        description="Whether what was shown and chosen before helps to understand a message: on, off, shadow "
        "(decided and recorded, not acted on) or a share of threads such as 0.1. The lanes need it too.",
    )
    selection_lane_enabled: FlagValue = Field(
        default="on", description="Whether words choose from a list that was shown; values as above."
    )
    semantic_lane_enabled: FlagValue = Field(
        default="on", description="Whether questions about the conversation itself are answered; values as above."
    )
    llm_auto_execute_enabled: FlagValue = Field(
        default="off",
        description="Whether a model's choice may be carried out without asking, where every gate allows it; values "
        "as above.",
    )
    context_retry_enabled: FlagValue = Field(
        default="off", description="Whether more evidence is fetched when a model asks for it; values as above."
    )
    previous_docs_enabled: FlagValue = Field(
        default="off",
        description="Whether a follow-up searches the documents of the last answer too; values as above.",
    )
    clarification_strict: bool = Field(
        default=False,
        description="Whether a message is a single answer to a document's question, whatever it marks.",
    )
    thread_actions: bool = Field(
        default=True,
        description="Whether a conversation keeps what its answers tell the user to do, to be ticked off.",
    )
    collection: str = Field(default="default", description="Collection of threads that name none.", min_length=1)
    suggestions: tuple[str, ...] = Field(
        default=(), description='Questions that the page offers before the first message, as a list: `["…", "…"]`.'
    )
    host: str = Field(default="127.0.0.1", description="Address the server binds to.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port the server binds to; 0 takes a free one.")
    workers: int = Field(default=1, ge=1, le=64, description="Server processes.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="Host names the server answers to besides the loopback names, comma-separated."
    )
    handoff_operators: bool = Field(
        default=False,
        description="Whether people look after the list of hand-offs; without them and a webhook no person is "
        "promised to a user.",
    )
    handoff_webhook_url: SecretStr | None = Field(
        default=None, description="Address that is told of each hand-off to a person; nobody is told when empty."
    )
    handoff_webhook_secret: SecretStr | None = Field(
        default=None, description="Secret that signs what it is told; needed with handoff_webhook_url."
    )
    keep_threads_days: float | None = Field(
        default=None,
        gt=0,
        description="Days without a message after which a conversation is deleted; never when empty.",
    )
    keep_audit_days: float | None = Field(
        default=None, gt=0, description="Days after which an entry of the audit log is deleted; never when empty."
    )
    local_without_key: bool = Field(
        default=False,
        description="Whether callers on this machine need no key even when there are keys for others: whoever has an "
        "account on it can do everything. It never holds for a server that other machines can reach.",
    )
    handoff_wait_minutes: float = Field(
        default=15.0, gt=0, description="How long a person is waited for before the assistant goes on."
    )
    telegram: bool = Field(default=False, description="Whether the server answers as a Telegram bot.")
    telegram_token: SecretStr | None = Field(default=None, description="The bot's token, from @BotFather.")
    telegram_api_url: str | None = Field(
        default=None, description="Address of a Bot API server of your own; Telegram's when empty."
    )
    telegram_webhook_url: str | None = Field(
        default=None,
        description="Public https address that Telegram posts updates to; empty: they are fetched by long polling.",
    )
    telegram_webhook_secret: SecretStr | None = Field(
        default=None, description="What Telegram sends along with each post; made from the token when empty."
    )
    telegram_allowed: Annotated[tuple[int, ...], NoDecode] = Field(
        default=(),
        description="Numbers of the chats and users that the bot answers, comma-separated; empty: everyone.",
    )
    telegram_operators: int | None = Field(
        default=None, description="Number of the Telegram group whose members answer hand-offs; none when empty."
    )
    redis_url: SecretStr | None = Field(
        default=None,
        validation_alias=names_of("redis_url"),
        description="Valkey or Redis for sessions and live events of several processes; not needed when empty.",
    )
    log_level: LogLevel = Field(default="WARNING", description="DEBUG, INFO, WARNING or ERROR.")
    log_user_text: bool = Field(default=False, description="Whether logs may carry the user's words.")
    guard_auto_rollback: bool = Field(
        default=False,
        description="Whether the guard turns a flag off when a rule is broken, and holds its share after a halt.",
    )
    decisions_user_text: bool = Field(
        default=False,
        description="Whether records of decisions keep the user's words, without what identifies a person.",
    )
    sqlite_synchronous: Durability = Field(
        default="FULL",
        description="SQLite durability: FULL survives a power cut, NORMAL survives a killed process only.",
    )
    tuning: Tuning = Field(default_factory=Tuning, description="Numbers of the tuning table that differ.")

    #: what ``effective.describe`` masks
    secret_fields: ClassVar[frozenset[str]] = frozenset(
        {
            "database_url",
            "web_search_url",
            "handoff_webhook_url",
            "handoff_webhook_secret",
            "model_api_key",
            "openai_api_key",
            "anthropic_api_key",
            "redis_url",
            "telegram_token",
            "telegram_webhook_secret",
        }
    )

    @field_validator("allowed_hosts", "model", "model_tasks", mode="before")
    @classmethod
    def _split_texts(cls, value: object) -> object:
        return tuple(h.strip() for h in value.split(",") if h.strip()) if isinstance(value, str) else value

    @field_validator("model_base_url")
    @classmethod
    def _server_address(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"https?://[^/\s?#@]+(?:[/?#]\S*)?", value):
            raise ValueError("must be an http or https address; a key belongs in model_api_key")
        return value

    @field_validator("web_search_url")
    @classmethod
    def _web_address(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"https?://[^/\s?#]+\S*", value.get_secret_value()):
            raise ValueError("must be an http or https address")
        return value

    @field_validator("telegram_allowed", mode="before")
    @classmethod
    def _split_numbers(cls, value: object) -> object:
        return tuple(n.strip() for n in value.split(",") if n.strip()) if isinstance(value, str) else value

    @field_validator("telegram_webhook_secret")
    @classmethod
    def _fit_secret(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", value.get_secret_value()):
            raise ValueError("must be 1 to 256 letters, digits, _ or -")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Options, then environment, then the file; nothing else."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @field_validator("handoff_webhook_url")
    @classmethod
    def _is_web_address(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().startswith(("http://", "https://")):
            raise ValueError("must begin with https:// or http://")
        return value

    @property
    def handoff_webhook(self) -> tuple[str, str] | None:
        """The address that is told of hand-offs and the secret to sign with, None when nobody is told.

        Raises:
            ConfigurationError: there is an address and no secret.
        """
        if self.handoff_webhook_url is None:
            return None
        if self.handoff_webhook_secret is None:
            raise ConfigurationError(
                "Setting handoff_webhook_secret is missing: without it the receiver can't know who is calling.",
                fix="Set it to a long random text that the receiver has too.",
                field="handoff_webhook_secret",
            )
        return self.handoff_webhook_url.get_secret_value(), self.handoff_webhook_secret.get_secret_value()

    @property
    def answers_in_telegram(self) -> bool:
        """Whether a group of people in Telegram is told of hand-offs."""
        return self.telegram and self.telegram_operators is not None

    @property
    def sqlalchemy_url(self) -> str:
        """The database's address: the one that was set, else a SQLite file in the data folder."""
        if self.database_url is None:
            return f"sqlite:///{self.data_dir / 'followthrough.sqlite'}"
        return self.database_url.get_secret_value()

    @property
    def index_location(self) -> str:
        """Where the passage index is: a folder or an object-store URI."""
        return self.index_uri or str(self.data_dir / "index")

    def make_data_dir(self) -> None:
        """Makes the data folder, for its owner's eyes only; one that is there is left as it is.

        Raises:
            ConfigurationError: it can't be made.
        """
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ConfigurationError(
                f"The data folder {self.data_dir} can't be made: {(error.strerror or 'unknown reason').lower()}.",
                fix="Set FOLLOWTHROUGH_DATA_DIR to a folder that can be written to.",
                field="data_dir",
            ) from None


class _OptionsOnly(Settings):
    """Settings that neither file nor environment can change."""

    model_config = SettingsConfigDict(toml_file=None)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


def only(**options: Any) -> Settings:
    """Settings from these options and the defaults alone, for systems that must not depend on the machine.

    Raises:
        ConfigurationError: a value is wrong; names the setting.
    """
    try:
        return _OptionsOnly(**options)
    except ValidationError as error:
        raise _wrong_value(error, options) from None


def load(**options: Any) -> Settings:
    """Reads the settings; options that are None count as not given.

    Raises:
        ConfigurationError: a value is wrong; names the setting and where it came from.
    """
    given = {k: v for k, v in options.items() if v is not None}
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise _wrong_value(error, given) from None
    except SettingsError:
        raise ConfigurationError(
            "A setting in the environment is not valid JSON.",
            fix=f"Correct {PREFIX}TUNING or {PREFIX}SUGGESTIONS.",
            field="tuning",
        ) from None
    except ValueError as error:  # a followthrough.toml that is no TOML
        raise ConfigurationError(f"{CONFIG_FILE} can't be read: {error}.", fix="Correct the file.") from None
    if faults := settings.tuning.check():
        raise ConfigurationError(f"Setting tuning: {faults[0]}.", fix="Correct the value.", field="tuning")
    return settings


def _wrong_value(error: ValidationError, given: dict[str, Any]) -> ConfigurationError:
    first = error.errors()[0]
    name = ".".join(str(p) for p in first["loc"]) or "settings"
    return ConfigurationError(
        f"Setting {name}: {first['msg'].removeprefix('Value error, ')}.",
        fix=f"Correct it in the {source_of(name.split('.')[0].removeprefix(PREFIX).lower(), given)}.",
        field=name,
    )


def source_of(name: str, given: dict[str, Any]) -> str:
    """Where the setting's value came from: option, environment, file or default; ``given`` are the options."""
    if name in given:
        return "option"
    # an empty variable counts as not set, as ``Settings`` takes it
    environment = {k.upper() for k, text in os.environ.items() if text}  # noqa: TID251 - settings.py reads the environment
    if f"{PREFIX}{name}".upper() in environment:
        return f"environment {PREFIX}{name.upper()}"
    if OTHER_NAMES.get(name) in environment:
        return f"environment {OTHER_NAMES[name]}"
    file = Path(CONFIG_FILE)
    if file.is_file() and any(
        line.split("=")[0].strip() == name or line.strip() == f"[{name}]"
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines()
    ):
        return f"file {CONFIG_FILE}"
    return "default"
