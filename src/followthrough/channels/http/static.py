"""The page and its files, as they ship in the package."""

from __future__ import annotations

import stat
from pathlib import Path, PurePath

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from followthrough.channels.http.gate import needs_key

FOLDER = Path(__file__).parent.parent / "web" / "static"

#: what a machine's own table of types may have wrong, and a browser insists on for modules and fonts
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class PageFiles(StaticFiles):
    """Files that a browser asks about again each time: after an upgrade no old part of the page is used.

    Only whole names of files are answered: no folders, no steps upward, nothing under the interface's own paths.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 304 when the browser has it."""
        asked: str = scope["path"]
        if ".." in asked.split("/") or needs_key(asked):
            raise HTTPException(404)
        name = "index.html" if asked == "/" else path
        if scope["method"] not in {"GET", "HEAD"} and not self._is_there(name):
            raise HTTPException(404)
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = "no-cache"
        media_type = _MEDIA_TYPES.get(PurePath(name).suffix)
        if media_type is not None and response.status_code == 200:
            response.headers["Content-Type"] = media_type
        return response

    def _is_there(self, name: str) -> bool:
        try:
            found = self.lookup_path(name)[1]
        except (OSError, ValueError):  # a name that no file can have
            return False
        return found is not None and stat.S_ISREG(found.st_mode)
