"""reStructuredText, Sphinx's dialect too: structure is kept, roles and directives are read for what they hold."""

from __future__ import annotations

import pytest
from tests.readers.shown import blocks, headers, read

SAMPLE = """\
.. A comment

.. |br| raw:: html

   <br/>

:index:`Plugin options <pair: configuration; plugins>`
======================================================

Pick :menuselection:`"Tools --> Scan"` or see :doc:`../usage/save_files` and `the site <https://example.org>`_. [#f]_

.. only:: latex

   Never shown.

.. note::

   Back up |first|.

.. csv-table::
   :header: "Action", "Key"

   "Save", :kbd:`Ctrl+S`

Steps
-----

1. Open it.

   More of it.
2. Close it::

      close --now

.. option:: -d, --debug

   debug logging

.. code-block:: bash

   picard --debug

.. [#f] A note.
"""


async def test_sphinx_is_read_without_its_marks() -> None:
    document = await read(SAMPLE, "options.rst")
    assert document.metadata.title == "Plugin options"
    assert document.media_type == "text/x-rst"
    assert blocks(document) == [
        ("h1", "Plugin options"),
        ("p", 'Pick "Tools --> Scan" or see save files and the site.'),
        ("p", "Back up ."),
        ("row", "Action | Key"),
        ("row", "Save | Ctrl+S"),
        ("h2", "Steps"),
        ("li", "1. Open it.\nMore of it."),
        ("li", "2. Close it:"),
        ("code", "    close --now"),
        ("li", "- -d, --debug: debug logging"),
        ("code", "    picard --debug"),
        ("p", "A note."),
    ]
    assert headers(document) == ["", "Action | Key"]


@pytest.mark.parametrize("name", ["include", "literalinclude", "csv-table", "raw"])
async def test_nothing_is_read_from_the_disk(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("secret") / "secret.txt"
    secret.write_text("secret,words")
    option = f"\n   :file: {secret}" if name in ("csv-table", "raw") else ""
    argument = "html" if name == "raw" else "" if option else str(secret)
    document = await read(f"Text.\n\n.. {name}:: {argument}{option}\n", "a.rst")
    assert "secret,words" not in document.text
    assert "Text." in document.text
