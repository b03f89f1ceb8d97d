"""The page and its files, as they ship in the package."""

from __future__ import annotations

import stat
from pathlib import Path, PurePath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from followthrough.channels.http.gate import needs_key
from followthrough.channels.web.bundle import ASSETS, Asset, bundle

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


_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class PageFiles(StaticFiles):
    """The page, packed; and its sources one by one, for whoever wants to read or try them (``/index.html``).

    The page itself is asked about again each time; its parts have names that change with what is in them, so a
    browser keeps them for ever and after an upgrade uses no old one. Only whole names of files are answered: no
    folders, no steps upward, nothing under the interface's own paths.
    """

    def __init__(self, *, directory: Path) -> None:
        super().__init__(directory=directory)
        self._assets = bundle(directory) if (directory / "index.html").is_file() else {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 304 when the browser has it."""
        asked: str = scope["path"]
        if ".." in asked.split("/") or needs_key(asked):
            raise HTTPException(404)
        asset = self._assets.get(asked.removeprefix("/"))
        if asset is not None and scope["method"] in {"GET", "HEAD"}:
            return _sent(asset, Headers(scope=scope), lasts=asked.startswith(f"/{ASSETS}/"))
        name = "index.html" if asked == "/" else path
        if scope["method"] not in {"GET", "HEAD"} and not self._is_there(name):
            raise HTTPException(404)
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = _ASK_AGAIN
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


def _sent(asset: Asset, headers: Headers, *, lasts: bool) -> Response:
    """The file, compressed where the browser takes it; 304 when it has it."""
    tag = f'"{asset.etag}"'
    sent = {"Cache-Control": _FOR_EVER if lasts else _ASK_AGAIN, "ETag": tag, "Vary": "Accept-Encoding"}
    if tag in headers.get("if-none-match", "").replace("W/", ""):
        return Response(status_code=304, headers=sent)
    body = asset.body
    if asset.packed is not None and _takes_gzip(headers.get("accept-encoding", "")):
        body = asset.packed
        sent["Content-Encoding"] = "gzip"
    return Response(body, media_type=asset.media_type, headers=sent)


def _takes_gzip(accept: str) -> bool:
    for part in accept.split(","):
        name, _, quality = (piece.strip().lower() for piece in part.partition(";"))
        if name in {"gzip", "*"}:
            return quality.removeprefix("q=") not in {"0", "0.0", "0.00", "0.000"}
    return False
