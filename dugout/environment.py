"""Reads the environment and refuses what cannot work.

Each refusal names the variable, its value and what to do. It is an `ImproperlyConfigured`;
`load_settings` turns it, or what is wrong in a rulebook, into one line on the terminal and exit code 78 (EX_CONFIG),
without a traceback.
"""

import os
import secrets
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from rules.book.toml_tables import BookError

EXIT_CONFIG = 78
EXIT_GUNICORN = 3
"""For gunicorn: the worker can never start. After any other code gunicorn would start it again and again."""
EXIT_LATER = 1
"""For problems that may be gone at the next start, so that the service manager tries again."""

SHORTEST_KEY = 32
"""Characters of a key that seals backups."""
NEW_SECRET = "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"  # noqa: S105 - a command, not a secret

env = environ.Env()


def load_settings(*, exit_code: int = EXIT_CONFIG) -> None:
    """Load Django's settings and the rulebooks now. A refusal ends the process with its message."""
    from django.conf import settings

    try:
        settings.INSTALLED_APPS  # noqa: B018 - reading any name loads the module
        import rules.words.words  # noqa: F401 - reads the folders of all editions, and checks their words
    except ImproperlyConfigured as refusal:
        stop(str(refusal), exit_code=exit_code)
    except BookError as wrong:
        stop(f"the rulebook {wrong.book} cannot be used: {wrong}", exit_code=exit_code)


def stop(message: str, *, exit_code: int = EXIT_CONFIG) -> NoReturn:
    """End the process with one line that says what is wrong."""
    print(f"Dugout cannot start: {message}", file=sys.stderr, flush=True)
    sys.exit(exit_code)


def flag(name: str, *, default: bool) -> bool:
    """Yes or no. Refuses anything but the usual words for these."""
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {text!r}; use 1 or 0.")


def number(name: str, *, default: int, least: int = 0, most: int = 65535) -> int:
    """A whole number within bounds."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise ImproperlyConfigured(f"{name} is {text!r}; use a whole number from {least} to {most}.")
    return int(text)


def text(name: str, *, default: str) -> str:
    """Any text; the default if it is empty."""
    return os.environ.get(name, "").strip() or default


def names(name: str) -> list[str]:
    """A comma-separated list; empty parts are dropped."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def address(name: str, *, hosts: list[str], https: bool, port: bool) -> str:
    """The site's address without a slash at the end: the variable, else made from the first host.

    With ``port`` there is no proxy in front, so PORT is part of it. Refuses anything but the address of a site.
    """
    chosen = os.environ.get(name, "").strip().rstrip("/")
    if chosen and not _is_site(chosen):
        raise ImproperlyConfigured(f"{name} is {chosen!r}; use the site's address, like https://league.example.org.")
    if chosen:
        return chosen
    host = next((host.lstrip(".") for host in hosts if host.strip("*.")), "localhost")
    at = f":{number('PORT', default=8000, least=1)}" if port and not https else ""
    return f"{'https' if https else 'http'}://{host}{at}"


def _is_site(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)


def database(name: str) -> dict[str, Any] | None:
    """A PostgreSQL address as Django's settings for it; None if the variable is empty.

    Raises ImproperlyConfigured for any other kind of address.
    """
    address = os.environ.get(name, "").strip()
    if not address:
        return None
    if not address.startswith(("postgres://", "postgresql://", "psql://")):
        kind = address.partition(":")[0]
        raise ImproperlyConfigured(
            f"{name} starts with {kind!r}; use postgresql://user:password@host:5432/database, "
            "or leave it empty for SQLite under var/."
        )
    try:
        found: dict[str, Any] = env.db_url(name)
    except (ValueError, ImproperlyConfigured) as why:
        raise ImproperlyConfigured(f"{name} cannot be read ({why}).") from None
    if not found.get("NAME"):
        raise ImproperlyConfigured(f"{name} names no database; end it with /name.")
    return found


def redis(name: str) -> str:
    """A Redis address, or an empty string."""
    address = os.environ.get(name, "").strip()
    if address and not address.startswith(("redis://", "rediss://")):
        raise ImproperlyConfigured(
            f"{name} starts with {address.partition(':')[0]!r}; use redis://host:6379/0, or leave it empty."
        )
    return address


def mail(name: str) -> dict[str, Any]:
    """A mail server's address (smtp+tls://user:password@host:587) as Django's EMAIL settings; {} if empty."""
    address = os.environ.get(name, "").strip()
    if not address:
        return {}
    if address.partition(":")[0] not in environ.Env.EMAIL_SCHEMES:
        known = ", ".join(sorted(environ.Env.EMAIL_SCHEMES))
        raise ImproperlyConfigured(f"{name} is not a mail server's address; it starts with one of: {known}.")
    found: dict[str, Any] = env.email_url(name)
    return found


def data_directory(name: str, *, default: Path, parts: tuple[str, ...]) -> Path:
    """The folder of all data, created with its parts if missing. Refused if it cannot be written."""
    chosen = os.environ.get(name, "").strip()
    folder = Path(chosen).expanduser().absolute() if chosen else default
    if not folder.parent.is_dir():
        raise ImproperlyConfigured(
            f"the data folder {folder} is missing, and so is the folder above it; correct {name} or make that one."
        )
    try:
        for path in (folder, *(folder / part for part in parts)):
            path.mkdir(mode=0o700, exist_ok=True)
            probe = path / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
    except OSError as why:
        raise ImproperlyConfigured(
            f"the data folder {folder} cannot be written ({why.strerror}: {why.filename}); "
            f"give this user the right to write there, or set {name} to another folder."
        ) from None
    return folder


def secret(name: str, *, file: Path | None) -> str:
    """The secret in the variable, else the one in a file. Refused if there is neither."""
    found = os.environ.get(name, "").strip()
    if found:
        return found
    if file is None:
        raise ImproperlyConfigured(f"{name} is not set, and DATABASE_URL is. Make one with: {NEW_SECRET}")
    return secret_in(file)


def key(name: str) -> str:
    """A key of at least SHORTEST_KEY characters, or an empty string."""
    found = os.environ.get(name, "").strip()
    if found and (len(found) < SHORTEST_KEY or not found.isascii()):
        raise ImproperlyConfigured(
            f"{name} needs at least {SHORTEST_KEY} plain letters and digits. Make one with: {NEW_SECRET}"
        )
    return found


def secret_in(path: Path) -> str:
    """The secret in a file that only its owner can read; created at the first start.

    Two processes that start at once get the same secret: the file appears whole or not at all, and only once.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with open(draft, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    try:
        return path.read_text().strip()
    except OSError as why:
        raise ImproperlyConfigured(f"the secret in {path} cannot be read ({why.strerror}).") from None
    except ValueError:
        raise ImproperlyConfigured(f"the secret in {path} cannot be read (it is no text).") from None
