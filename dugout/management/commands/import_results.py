"""``manage.py import_results FILE``: creates a league from an archive of records, and checks it."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from competitions.archive.archive import Archive, ArchiveError, Limits, read_archive
from competitions.archive.causes_again import fill_causes
from competitions.archive.published import RowComparison
from competitions.archive.recorded_check import Checked, check_points, check_tables
from competitions.archive.recorded_league import AlreadyImported, Source, Wishes, import_archive
from dugout.preparation import require_tables
from leagues.models import League


class Command(BaseCommand):
    """Imports an archive of records; exits 1 if a computed table differs from the published one."""

    help = "Import an archive of a league's records, and compare the tables computed here with its published tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--name", default="", help="the name of the league (default: the name in the file)")
        parser.add_argument("--private", action="store_true", help="show it only to its members and site staff")
        parser.add_argument("--commissioner", metavar="USERNAME", help="its commissioner (default: only site staff)")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        path: Path = options["file"]
        wishes = Wishes(
            name=options["name"].strip(),
            public=not options["private"],
            commissioner=person_called(options["commissioner"]) if options["commissioner"] else None,
        )
        archive, source = archive_in(path)
        league = self.league_of(archive, source, wishes)
        tables, points = check_tables(archive, league), check_points(archive, league)
        for table in tables:
            self.tell(table)
        ranked = [row for table in tables for row in table.comparison.ranked]
        equal_rows = sum(not row.differences for row in ranked)
        equal_tables = sum(table.comparison.equal for table in tables)
        self.stdout.write(
            f"{equal_tables} of {len(tables)} competitions equal, "
            f"{equal_rows} of {len(ranked)} ranked rows equal, "
            f"{points.right:,} of {points.recorded:,} lines have the right SPP."
        )
        if equal_tables < len(tables) or not points.equal:
            raise CommandError("The computed figures differ from the recorded ones; see above.", returncode=1)

    def league_of(self, archive: Archive, source: Source, wishes: Wishes) -> League:
        """The league made from the archive, now or when the same file was imported before."""
        try:
            rows = import_archive(archive, source, wishes)
        except AlreadyImported as known:
            league = known.league
            filled = fill_causes(archive, league)
            deaths = "1 death got its cause" if filled == 1 else f"{filled} deaths got their causes"
            changed = f"{deaths} from it" if filled else "nothing was changed"
            self.stdout.write(
                f"{source.filename} was imported before, as {league.name} (/leagues/{league.slug}/); "
                f"{changed}. Its tables are compared again:"
            )
            return league
        self.stdout.write(f"{source.filename} became the league {rows.league.name} (/leagues/{rows.league.slug}/).")
        if rows.cut:
            self.stdout.write(
                f"{len(rows.cut)} texts were too long and were cut, the first of them: {next(iter(rows.cut))}"
            )
        for remark in archive.remarks:
            self.stdout.write(f"Unusual: {remark.place}: {remark.code} ({remark.found}, {remark.expected})")
        return rows.league

    def tell(self, table: Checked) -> None:
        """Print one competition, row by row."""
        comparison = table.comparison
        verdict = "equal" if comparison.equal else f"{len(comparison.differing)} rows DIFFER"
        self.stdout.write(f"{comparison.name}: {verdict}")
        for row, line in zip(comparison.rows, table.standings.lines, strict=True):
            place = "–" if line.rank is None else str(line.rank)
            self.stdout.write(f"  {place:>3}  {row.name:<32} {line.points:>4}  {line.form:<10}  {verdict_on(row)}")


def verdict_on(row: RowComparison) -> str:
    """Whether a row is equal, otherwise what differs."""
    if not row.differences:
        return "equal" if row.rank is not None else "equal (not ranked)"
    return "DIFFERS: " + "; ".join(
        f"{each.field} {each.computed} here, {each.published} published" for each in row.differences
    )


def archive_in(path: Path) -> tuple[Archive, Source]:
    """The archive in a file. Raises ``CommandError`` with the place at fault."""
    limits = Limits()
    try:
        with path.open("rb") as file:
            content = file.read(limits.size + 1)
    except OSError as why:
        raise CommandError(f"{path}: {why.strerror or why}; nothing was imported.") from why
    try:
        archive = read_archive(content, limits=limits)
    except ArchiveError as why:
        raise CommandError(f"{path}: {why}; nothing was imported.") from why
    return archive, Source(filename=path.name, digest=hashlib.sha256(content).hexdigest())


def person_called(username: str) -> User:
    """The user with that name. Raises ``CommandError``."""
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        raise CommandError(f"There is no user {username}; nothing was imported.") from None
