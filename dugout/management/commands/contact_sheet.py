"""`manage.py contact_sheet`: a picture of every page, 390 and 1280 pixels wide, light and dark; or a check of them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.test import Client

from accounts.models import User
from dugout.contact_sheet import check, crawl, pictures, sheets
from dugout.preparation import collect_static, require_tables


class Command(BaseCommand):
    help = (
        "Take pictures of every page that a reader reaches by links, on a phone and on a desk, in light and dark. "
        "Writes them, sheets to look over and an index.html into FOLDER. With --check, it runs axe over the same pages "
        "instead and lists what is wrong. Needs Chromium and requirements-dev.txt."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="where the pictures go; made if it is not there")
        wrong = "take no pictures; list what axe and other rules find on each page, and fail if that is anything"
        parser.add_argument("--check", action="store_true", help=wrong)
        parser.add_argument("--as", dest="name", help="the sign-in name of the account that reads (default: a visitor)")
        parser.add_argument(
            "--start", nargs="+", default=[], metavar="ADDRESS", help="addresses (/leagues/...) to take first"
        )
        parser.add_argument("--only", nargs="+", default=[], metavar="ROUTE", help="only pages of these routes")

    def handle(self, *args: Any, folder: Path | None, name: str | None, **options: Any) -> None:
        if (folder is None) != options["check"]:
            raise CommandError("Name a FOLDER for the pictures, or write --check and no folder.")
        require_tables()
        collect_static(lambda _line: None)
        client = Client(HTTP_HOST="localhost")
        if name:
            client.force_login(_account(name))
        found = crawl.pages_of(client, [*options["start"], "/"])
        pages = [page for page in found if not options["only"] or page.route in options["only"]]
        if not pages:
            raise CommandError("No page was found. Routes are written like `competitions:table`.")
        try:
            with pictures.opened_browser() as browser:
                if folder is None:
                    self._check(browser, pages, client)
                else:
                    self._take(browser, pages, client, folder, crawl.routes_without_page(found))
        except (pictures.NoBrowser, check.NoAxe) as why:
            raise CommandError(str(why)) from None

    def _check(self, browser: Any, pages: list[crawl.FoundPage], client: Client) -> None:
        total = spoiled = 0
        for page, findings in check.check(browser, pages, cookies=client.cookies, application=get_wsgi_application()):
            self.stdout.write(f"{page.route}  {page.address}  {len(findings) or 'nothing'}")
            for finding, windows in findings.items():
                where = ", ".join(windows)
                self.stdout.write(
                    f"  {finding.rule} ({finding.impact}) {finding.where} [{where}] {finding.why}".rstrip()
                )
            total, spoiled = total + len(findings), spoiled + bool(findings)
        if total:
            raise CommandError(f"{len(pages)} pages: {total} findings on {spoiled} of them.")
        self.stdout.write(f"{len(pages)} pages: nothing found.")

    def _take(
        self, browser: Any, pages: list[crawl.FoundPage], client: Client, folder: Path, without_page: list[str]
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        shots = pictures.take(
            browser, pages, folder, cookies=client.cookies, application=get_wsgi_application(), done=self._tell
        )
        made = sheets.write(shots, without_page, folder)
        self.stdout.write(f"{len(pages)} pages, {len(shots)} pictures, {len(made)} sheets: {folder / 'index.html'}")

    def _tell(self, page: crawl.FoundPage) -> None:
        self.stderr.write(f"{page.route}  {page.address}")


def _account(name: str) -> User:
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist:
        raise CommandError(f"There is no account with the name {name}.") from None
