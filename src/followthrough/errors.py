"""The one error tree. Every error has a stable ``code``: the HTTP code word, the log field, the event field.

::

    FollowthroughError
    ├── CallerError              the caller can fix it: says what to change
    │   ├── InvalidInput         422  invalid_input
    │   ├── TooLarge             413  too_large
    │   ├── NotFound             404  not_found
    │   ├── Unauthorized         401  unauthorized
    │   ├── Forbidden            403  forbidden
    │   ├── RateLimited          429  rate_limited
    │   ├── ConfigurationError   —    configuration
    │   └── DocumentRefused      422  document_refused
    └── DependencyError          something we rely on failed: says what was kept and when to try again
        ├── StoreUnavailable     503  store_unavailable
        ├── SchemaOutdated       503  schema_outdated
        ├── IndexUnavailable     503  index_unavailable
        ├── EmbedderUnavailable  503  embedder_unavailable
        ├── WebSearchUnavailable 503  web_search_unavailable
        ├── ChannelUnavailable   503  channel_unavailable
        └── VersionConflict      409  version_conflict

Expected outcomes (nothing found, a file that can't be read during a folder ingest) are values, not errors.
No message here may carry a stack trace, a secret or the user's words.
"""

from __future__ import annotations


class FollowthroughError(Exception):
    """Root of every error this package raises on purpose.

    Args:
        what: one line, plain words: what happened and why.
        fix: one line: what to do next.
        field: the input field at fault, where there is one.
    """

    code = "error"

    def __init__(self, what: str, *, fix: str = "", field: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.field = field

    def __str__(self) -> str:
        return f"{self.what} {self.fix}".strip()


class CallerError(FollowthroughError):
    """The caller's input is at fault; trying again unchanged gives the same error."""

    code = "caller_error"


class InvalidInput(CallerError):
    """A value has the wrong shape; ``field`` names it."""

    code = "invalid_input"


class TooLarge(CallerError):
    """More than the documented bound."""

    code = "too_large"


class NotFound(CallerError):
    """No such thing, or it belongs to someone else; the two are not told apart."""

    code = "not_found"


class Unauthorized(CallerError):
    """No key, or a key that is not valid."""

    code = "unauthorized"


class Forbidden(CallerError):
    """The request may not be made from there (foreign Host or Origin), or not with this key's role."""

    code = "forbidden"


class RateLimited(CallerError):
    """Too many requests.

    Args:
        what: one line.
        retry_after_s: seconds until the next request is accepted.
    """

    code = "rate_limited"

    def __init__(self, what: str, *, retry_after_s: float, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.retry_after_s = retry_after_s


class ConfigurationError(CallerError):
    """A setting is wrong or contradicts another."""

    code = "configuration"


class DocumentRefused(CallerError):
    """A document can't be read; ``what`` is the reason shown to the user."""

    code = "document_refused"


class DependencyError(FollowthroughError):
    """Something this process relies on failed; what the user gave is kept."""

    code = "dependency_error"


class StoreUnavailable(DependencyError):
    """The database did not answer or refused the statement."""

    code = "store_unavailable"


class SchemaOutdated(DependencyError):
    """The database schema is not the one this version needs."""

    code = "schema_outdated"


class IndexUnavailable(DependencyError):
    """The passage index did not answer."""

    code = "index_unavailable"


class EmbedderUnavailable(DependencyError):
    """The embedding model can't be loaded or did not answer."""

    code = "embedder_unavailable"


class WebSearchUnavailable(DependencyError):
    """The configured web search did not answer."""

    code = "web_search_unavailable"


class VersionConflict(DependencyError):
    """Another writer changed the thread first; the caller loads it again and retries."""

    code = "version_conflict"


class ChannelUnavailable(DependencyError):
    """A chat network did not answer or refused to for now."""

    code = "channel_unavailable"
