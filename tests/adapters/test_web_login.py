"""A login instead of the page."""

from __future__ import annotations

import pytest

from followthrough.adapters.web.login import is_login

FORM = b"<html><head><title>Sign in</title></head><form><input name=u><input name=p type='password'></form></html>"
ARTICLE = b"<html><p>" + b"A visit costs 12 dollars. " * 60 + b"</p></html>"
ASKED = "https://example.org/members/fees"


@pytest.mark.parametrize(
    "final",
    [
        "https://example.org/login?next=%2Ffees",
        "https://example.org/user/sign-in",
        "https://login.example.net/?x=1",
        "https://accounts.example.com/o",
        "https://example.org/SAML2/start",
        "https://example.org/oauth2/authorize",
    ],
)
def test_a_redirect_to_a_login_is_one(final: str) -> None:
    assert is_login(ASKED, final, ARTICLE)


@pytest.mark.parametrize(
    "final",
    [
        "https://example.org/members/fees/",
        "https://example.org/authors/fees",
        "https://example.org/catalogin",
        "https://example.org/how-to-login-safely",
        "https://authentic.example/",
    ],
)
def test_other_redirects_are_none(final: str) -> None:
    assert not is_login(ASKED, final, ARTICLE)


def test_a_page_that_is_a_login_form_is_one() -> None:
    assert is_login(ASKED, ASKED, FORM)


def test_an_article_with_a_login_in_its_frame_is_none() -> None:
    assert not is_login(ASKED, ASKED, FORM + ARTICLE)


def test_what_scripts_and_styles_hold_are_no_words_of_a_page() -> None:
    code = b"<script>" + b"var a = 1; " * 300 + b"</script><style>" + b"p { } " * 300 + b"</style>"
    assert is_login(ASKED, ASKED, FORM.replace(b"<form>", code + b"<form>"))


def test_a_login_page_that_was_asked_for_is_read_for_itself() -> None:
    help_page = "https://example.org/login/help"
    assert not is_login(help_page, help_page + "/", ARTICLE)
