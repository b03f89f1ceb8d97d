"""No web search: the default. It says so, so that nobody takes it for a search that found nothing."""

from __future__ import annotations

from followthrough.domain.web import SearchNotConfigured


class NoWebSearch:
    """Stands where no search is configured."""

    @property
    def is_configured(self) -> bool:
        """Never."""
        return False

    async def search(self, query: str, *, limit: int) -> SearchNotConfigured:
        """See ``ports.web``; nothing is asked of anyone."""
        return SearchNotConfigured()

    async def aclose(self) -> None:
        """See ``ports.web``."""
