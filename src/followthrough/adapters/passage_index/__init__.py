"""Backends of the passage index."""

import os

# LanceDB writes its own warnings to standard error, about races that are handled here. Its logger reads nothing but
# this variable, and only when the library is loaded, which is why it stands in front of every import of it.
os.environ.setdefault("LANCEDB_LOG", "error")  # noqa: TID251 - another library's own switch, no setting of ours
