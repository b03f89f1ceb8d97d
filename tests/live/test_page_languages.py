"""The page speaks the browser's language: English, Spanish or German (issue 17, "languages")."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.async_api import expect

from followthrough.channels.http.static import FOLDER

from .conftest import Visit
from .page_server import TWO_PARTS
from .test_page import answered, ask

SAID = re.compile(r'"((?:[^"\\]|\\.)*)"')
CALL = re.compile(r"(?<![\w.$#])tn?\(([^(){}]*)")
ENTRY = re.compile(r'^  "((?:[^"\\]|\\.)*)": "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
PLACE = re.compile(r"\{\w+\}")


def table(name: str) -> dict[str, str]:
    return dict(ENTRY.findall((FOLDER / f"words-{name}.js").read_text(encoding="utf-8")))


def words_of_the_page() -> set[str]:
    """What modules say through `t` and `tn`, and what stands in index.html."""
    found: set[str] = set()
    for path in FOLDER.glob("*.js"):
        if path.name != "language.js" and not path.name.startswith("words-"):
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found |= {words for call in CALL.findall(text) for words in SAID.findall(call)}
    markup = (FOLDER / "index.html").read_text(encoding="utf-8")
    body = re.sub(r"<svg.*?</svg>|<noscript>.*?</noscript>", "", markup[markup.index("<body>") :], flags=re.DOTALL)
    said = [*re.findall(r">([^<>]+)<", body), *re.findall(r'(?:aria-label|placeholder|title)="([^"]+)"', body)]
    return found | {unescape(words.strip()) for words in said if words.strip()} - {"Followthrough"}


@pytest.mark.parametrize("language", ["spanish", "german"])
def test_every_word_of_the_page_is_there_in_every_language(language: str) -> None:
    words = table(language)
    assert words_of_the_page() - set(words) == set()
    assert len(words_of_the_page()) > 200
    for english, other in words.items():
        assert set(PLACE.findall(english)) == set(PLACE.findall(other)), english
        assert (english[0] == " ", english[-1] == " ") == (other[0] == " ", other[-1] == " "), english


browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


class TestInTheBrowser:
    pytestmark = browser

    @pytest.mark.parametrize(
        ("locale", "said"),
        [
            ("es-MX", ("es", "¿Qué necesita saber?", "Enviar", "Fuentes")),
            ("de-AT", ("de", "Was müssen Sie wissen?", "Senden", "Quellen")),
            ("pt-BR", ("en", "What do you need to know?", "Send", "Sources")),
        ],
    )
    async def test_the_page_follows_the_browser(
        self, visit: Visit, locale: str, said: tuple[str, str, str, str]
    ) -> None:
        language, heading, send, sources = said
        page = await visit(locale=locale)
        await expect(page.locator("#empty-title")).to_have_text(heading)
        assert await page.evaluate("document.documentElement.lang") == language
        await expect(page.get_by_role("button", name=send, exact=True)).to_be_visible()
        await ask(page, TWO_PARTS)
        await answered(page)
        await expect(page.get_by_role("group", name=sources)).to_be_visible()
        await expect(page.locator(".reply-text h3")).to_have_count(2)  # a heading for each part
