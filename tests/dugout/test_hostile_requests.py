"""Requests that no browser sends: too large, too many fields, another encoding, a broken cookie."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from tests.leagues.cast import Cast, create_cast, signed_in

pytestmark = pytest.mark.once


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def quiet(client: Client) -> Client:
    """A browser that sees what production shows."""
    client.raise_request_exception = False
    return client


class Environs(RequestFactory):
    """Makes the request that a web server makes, instead of that of Django's test client."""

    def request(self, **request: Any) -> dict[str, Any]:
        return self._base_environ(**request)


def status_of(method: str, url: str, body: bytes, content_type: str) -> int:
    """The answer of the application to a web server; Django's test client makes other requests."""
    from dugout.wsgi import application

    environ = Environs().generic(method, url, body, content_type)
    answers: list[str] = []
    b"".join(application(environ, lambda status, headers, *rest: answers.append(status)))
    return int(answers[0].split()[0])


CHARSETS = ("rot13", "utf-7", "unicode_escape", "utf-16", "idna", "punycode", "nonsense", "hex", "")
KINDS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain")
URLS = ("/accounts/login/", "/leagues/?page=%5Cud800+2AA-", "/?a")


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.parametrize("charset", [*CHARSETS, '"', "utf-8''rot13"])
@pytest.mark.parametrize("kind", KINDS)
def test_text_in_another_encoding_is_refused(kind: str, charset: str) -> None:
    """Some encodings of Python make halves of surrogate pairs, which no database stores, or no text at all."""
    body = b'--x\r\nContent-Disposition: form-data; name="login"\r\n\r\n\\ud800 +2AA-\r\n--x--\r\n'
    for url in URLS:
        for method in ("GET", "POST"):
            assert status_of(method, url, body, f"{kind}; charset={charset}") == 400


@pytest.mark.django_db
@pytest.mark.parametrize("charset", CHARSETS)
def test_a_header_in_another_encoding_is_refused(charset: str) -> None:
    for url in URLS:
        for method in ("GET", "POST"):
            assert status_of(method, url, b"a=b", f"text/plain; charset*={charset}''%41") == 400


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("header", ["name*={}''%41", "name=a; filename*={}''%41", "name=a; filename=a; x*={}''%ff"])
def test_a_part_of_a_form_in_another_encoding_is_no_error(header: str, charset: str) -> None:
    body = f"--x\r\nContent-Disposition: form-data; {header.format(charset)}\r\n\r\nb\r\n--x--\r\n".encode()
    assert status_of("POST", "/accounts/login/", body, "multipart/form-data; boundary=x") in (400, 403)


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', "utf8"])
def test_text_declared_as_utf_8_is_read(charset: str) -> None:
    assert status_of("GET", "/accounts/login/", b"", f"text/plain; charset={charset}") == 200


@pytest.mark.django_db
def test_a_query_of_too_many_fields_is_no_error() -> None:
    assert status_of("GET", "/leagues/?" + "a&" * 2_001, b"", "text/plain; charset=utf-8") == 413


@pytest.mark.thorough
@pytest.mark.parametrize(
    "cookie", ['"\\000\\000\\000\\000\\000\\000\\000\\000\\000"', "x" * 5000, "ünï" * 9, "../../../x"]
)
@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language"])
def test_an_unknown_cookie_counts_as_no_session(cast: Cast, name: str, cookie: str) -> None:
    for method in ("get", "post"):
        response = getattr(quiet(Client(headers={"cookie": f"{name}={cookie}"})), method)("/accounts/login/")
        assert response.status_code == 200


def test_a_form_that_is_too_large_gets_an_error_page(cast: Cast) -> None:
    body = "display_name=" + "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    response = quiet(signed_in(cast.coach)).post("/preferences/", body, "application/x-www-form-urlencoded")
    assert response.status_code == 413 and "Too much data" in response.text and "Nothing was changed" in response.text


def test_a_form_with_too_many_fields_gets_an_error_page(cast: Cast) -> None:
    body = "&".join(f"f{place}=1" for place in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))
    response = quiet(signed_in(cast.coach)).post("/preferences/", body, "application/x-www-form-urlencoded")
    assert response.status_code == 413 and "Too much data" in response.text


def test_too_many_files_get_an_error_page(cast: Cast) -> None:
    part = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n'
    body = part * (settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1) + "--x--\r\n"
    response = quiet(signed_in(cast.coach)).post("/preferences/", body, "multipart/form-data; boundary=x")
    assert response.status_code == 413 and "Too much data" in response.text


def test_a_file_that_is_too_large_is_refused_before_it_is_read(cast: Cast) -> None:
    class Unread:
        """A body that must not be read."""

        def read(self, *size: int) -> bytes:
            raise AssertionError("the body was read")

        readline = read

    client = quiet(signed_in(cast.coach))
    response = client.generic(
        "POST",
        "/preferences/",
        content_type="multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": str(10**10), "wsgi.input": Unread()},
    )
    assert response.status_code == 413 and "Too much data" in response.text


@pytest.mark.parametrize("length", ["-5", "many", "9" * 30, "1e9", ""])
def test_an_odd_length_is_no_error(cast: Cast, length: str) -> None:
    response = quiet(signed_in(cast.coach)).post(
        "/preferences/", "display_name=x", "application/x-www-form-urlencoded", CONTENT_LENGTH=length
    )
    assert response.status_code in (400, 413, 422)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "body", ["", "--x", "--x\r\n\r\n", "--x\r\nContent-Disposition: form-data\r\n\r\n--x--", "--y"]
)
@pytest.mark.parametrize("boundary", ["x", "", "x" * 300, "ü"])
def test_a_broken_form_is_no_error(cast: Cast, boundary: str, body: str) -> None:
    client = quiet(signed_in(cast.coach))
    for url in ("/preferences/", "/leagues/new/"):
        response = client.post(url, body.encode(), f"multipart/form-data; boundary={boundary}")
        assert response.status_code in (400, 422)
