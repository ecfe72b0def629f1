"""`manage.py contact_sheet FOLDER`: a picture of every page, 390 and 1280 pixels wide, light and dark."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.test import Client

from accounts.models import User
from dugout.contact_sheet import crawl, pictures, sheets
from dugout.preparation import collect_static, require_tables


class Command(BaseCommand):
    help = (
        "Take pictures of every page that a reader reaches by links, on a phone and on a desk, in light and dark. "
        "Writes them, sheets to look over and an index.html into FOLDER. Needs Chromium and requirements-dev.txt."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where the pictures go; made if it is not there")
        parser.add_argument("--as", dest="name", help="the sign-in name of the account that reads (default: a visitor)")
        parser.add_argument(
            "--start", nargs="+", default=[], metavar="ADDRESS", help="addresses (/leagues/...) to take first"
        )
        parser.add_argument("--only", nargs="+", default=[], metavar="ROUTE", help="only pages of these routes")

    def handle(self, *args: Any, folder: Path, name: str | None, start: list[str], only: list[str], **_: Any) -> None:
        require_tables()
        collect_static(lambda _line: None)
        client = Client(HTTP_HOST="localhost")
        if name:
            client.force_login(_account(name))
        found = crawl.pages_of(client, [*start, "/"])
        pages = [page for page in found if not only or page.route in only]
        if not pages:
            raise CommandError("No page was found. Routes are written like `competitions:table`.")
        folder.mkdir(parents=True, exist_ok=True)
        application = get_wsgi_application()
        try:
            with pictures.opened_browser() as browser:
                shots = pictures.take(
                    browser, pages, folder, cookies=client.cookies, application=application, done=self._tell
                )
        except pictures.NoBrowser as why:
            raise CommandError(str(why)) from None
        made = sheets.write(shots, crawl.routes_without_page(found), folder)
        self.stdout.write(f"{len(pages)} pages, {len(shots)} pictures, {len(made)} sheets: {folder / 'index.html'}")

    def _tell(self, page: crawl.FoundPage) -> None:
        self.stderr.write(f"{page.route}  {page.address}")


def _account(name: str) -> User:
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist:
        raise CommandError(f"There is no account with the name {name}.") from None
