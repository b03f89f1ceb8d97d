"""The page speaks the browser's language: English, Spanish or German (issue 17, "languages")."""

from __future__ import annotations

import ast
import re
from html import unescape
from pathlib import Path

import pytest
from playwright.async_api import expect

from followthrough.adapters.document_reader import pdf
from followthrough.adapters.document_reader.detect import WANTED
from followthrough.adapters.document_reader.parse import _DAMAGED, _NO_TEXT
from followthrough.adapters.web.refusals import _REASONS
from followthrough.channels.http.static import FOLDER
from followthrough.ingest.uploads import _LOST, _STILL_SEARCHED

from .conftest import Visit
from .page_server import TWO_PARTS
from .test_page import answered, ask

SAID = re.compile(r'"((?:[^"\\]|\\.)*)"')
CALL = re.compile(r"(?<![\w.$#])tn?\(")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[(){}]')
ENTRY = re.compile(r'^  "((?:[^"\\]|\\.)*)": "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
OPERATIONS = "op[es]*.js"
REASON = re.compile(r'^    "((?:[^"\\]|\\.)*)": "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
WARNED = re.compile(r"""\.warn\(\s*"([^"]+)\"""")
PLACE = re.compile(r"\{\w+\}")


def table(*names: str) -> dict[str, str]:
    return {
        english: other
        for name in names
        for english, other in ENTRY.findall((FOLDER / f"words-{name}.js").read_text(encoding="utf-8"))
    }


def words_of_modules(names: str, *, but: str | None = None) -> set[str]:
    """What these modules say through `t` and `tn`."""
    found: set[str] = set()
    for path in set(FOLDER.glob(names)) - set(FOLDER.glob(but) if but else ()):
        if path.name != "language.js" and not path.name.startswith("words-"):
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found |= {words for call in CALL.finditer(text) for words in words_of_call(text, call.end())}
    return found


def words_of_call(text: str, start: int) -> list[str]:
    """The texts that a call is given, without those of its values in braces and of calls within it."""
    found: list[str] = []
    depth = 1
    for token in TOKEN.finditer(text, start):
        if token[0] in "({":
            depth += 1
        elif token[0] in ")}":
            depth -= 1
        elif depth == 1:
            found.append(token[0][1:-1])
        if depth == 0:
            break
    return found


def words_of_markup(name: str) -> set[str]:
    markup = (FOLDER / name).read_text(encoding="utf-8")
    body = re.sub(r"<svg.*?</svg>|<noscript>.*?</noscript>", "", markup[markup.index("<body>") :], flags=re.DOTALL)
    said = [*re.findall(r">([^<>]+)<", body), *re.findall(r'(?:aria-label|placeholder|title)="([^"]+)"', body)]
    return {unescape(words.strip()) for words in said if words.strip()} - {"Followthrough"}


@pytest.mark.parametrize("language", ["spanish", "german"])
def test_every_word_of_the_pages_is_there_in_every_language(language: str) -> None:
    main, operations = table(language), table(language, f"ops-{language}")
    of_main = words_of_modules("*.js", but=OPERATIONS) | words_of_markup("index.html")
    of_operations = words_of_modules(OPERATIONS) | words_of_markup("operations.html")
    assert of_main - set(main) == set()
    assert of_operations - set(operations) == set()
    assert (len(of_main) > 200, len(of_operations) > 120) == (True, True)
    for english, other in operations.items():
        assert set(PLACE.findall(english)) == set(PLACE.findall(other)), english
        assert (english[0] == " ", english[-1] == " ") == (other[0] == " ", other[-1] == " "), english


@pytest.mark.parametrize("language", ["spanish", "german"])
def test_what_readers_say_of_a_document_is_there_in_every_language(language: str) -> None:
    readers = Path(pdf.__file__).parent.glob("*.py")
    said = {line for path in readers for line in WARNED.findall(path.read_text(encoding="utf-8"))}
    assert len(said) > 6
    assert {*said, *pdf.PICTURES, *pdf.RECOGNISED} - set(table(language)) == set()


def clauses(line: ast.expr) -> set[str]:
    """What a line of a reader says, clause by clause, with empty braces where something is put in."""
    if not isinstance(line, ast.Constant | ast.JoinedStr):
        return set()
    parts = line.values if isinstance(line, ast.JoinedStr) else [line]
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
    return {clause.rstrip(".") for clause in re.split(r"; |\. (?=[A-Z])", text) if clause != "{}"}


def refusals(path: Path) -> set[str]:
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
    named = [n for n in calls if isinstance(n.func, ast.Name) and n.func.id == "Refusal" and len(n.args) > 1]
    return {clause for call in named for clause in clauses(call.args[1])}


@pytest.mark.parametrize("language", ["es", "de"])
def test_why_a_document_is_refused_is_there_in_every_language(language: str) -> None:
    text = (FOLDER / "words-reasons.js").read_text(encoding="utf-8")
    known = {
        PLACE.sub("{}", line)
        for line, _ in REASON.findall(text.partition(f"  {language}: {{")[2].partition("  },")[0])
    }
    readers = set(Path(pdf.__file__).parent.glob("*.py")) - set(Path(pdf.__file__).parent.glob("pdf_image.py"))
    lines = [*_REASONS.values(), *_NO_TEXT.values(), _DAMAGED, WANTED, _LOST, _STILL_SEARCHED.strip()]
    said = set[str]().union(*map(refusals, readers), *(clauses(ast.Constant(value=line)) for line in lines))
    assert len(said) > 40
    missing = {line for line in said if not {line, f"The file {line}", line[:1].lower() + line[1:]} & known}
    assert missing == set()


browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


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

    @pytest.mark.parametrize(
        ("locale", "said"),
        [
            ("es-MX", ("Documentos", "Añadir archivos", "1 documento.", "Buscar en este documento")),
            ("de-AT", ("Dokumente", "Dateien hinzufügen", "1 Dokument.", "In diesem Dokument suchen")),
        ],
    )
    async def test_documents_are_listed_and_read_in_it_too(
        self, visit: Visit, locale: str, said: tuple[str, str, str, str]
    ) -> None:
        documents, add, count, search = said
        page = await visit(locale=locale)
        await page.get_by_role("button", name=documents, exact=True).click()
        sheet = page.get_by_role("dialog", name=documents)
        await expect(sheet.get_by_role("button", name=add)).to_be_visible()
        await expect(sheet.get_by_role("status")).to_have_text(count)
        await sheet.locator(".document-title").click()
        await expect(page.get_by_role("searchbox", name=search)).to_be_visible()

    @pytest.mark.parametrize(
        ("locale", "said"),
        [
            ("es", "El archivo está dañado y no se puede abrir como PDF. Expórtelo de nuevo."),
            ("de", "Die Datei ist beschädigt und lässt sich nicht als PDF öffnen. Bitte neu exportieren."),
        ],
    )
    async def test_why_a_file_was_refused_is_said_in_it_too(
        self, visit: Visit, locale: str, said: str, expected_complaints: list[str]
    ) -> None:
        expected_complaints.append("422")
        page = await visit(locale=locale)
        broken = {"name": "plan.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 broken"}
        await page.locator("input[type=file]").first.set_input_files(broken)
        await expect(page.get_by_text(said).first).to_be_visible()
