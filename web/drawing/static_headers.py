"""The headers of static files. Those that protect pages mean nothing on a style sheet or a picture, and a first visit
has about thirty of them."""

from wsgiref.headers import Headers


def keep_to_this_site(headers: Headers, _path: str, _url: str) -> None:
    """No other site may load the file, and no browser guesses what it is."""
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["X-Content-Type-Options"] = "nosniff"
