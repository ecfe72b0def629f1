"""What every test needs: data in a folder of its own, cheap passwords, the reference folder where there is one.

`script/test` runs the tests a second time on PostgreSQL with Redis, as far as they can end differently there
(`DIFFERENT`, and every test that commits): locks, transactions, constraints, triggers, migrations, commands, workers,
backups, JSON, and what the database counts, orders or compares. Of the others it runs a slice (`tests.thoroughness`).
Tests that need no database, or only show pages and prints, are marked `once` and run on SQLite alone.
"""

import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import uuid4

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests import thoroughness
from tests.chromium import chromium  # noqa: F401 - a fixture for every room
from tests.dice import give_to_the_rooms, seed

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = os.environ.get("DUGOUT_TEST_TEMPLATE", "")
"""An empty database that is up to date, of which each worker takes a copy: to make one takes some seconds.
`script/test` names a file of SQLite, or a database of its own PostgreSQL."""
DIFFERENT = (
    "accounts/test_account_deletion.py",
    "accounts/test_limit_rows.py",
    "accounts/test_names.py",
    "dugout/backup/test_backup.py",
    "dugout/backup/test_backup_file.py",
    "dugout/commands/test_every_command.py",
    "dugout/running/test_preparation.py",
    "dugout/test_redis_cache.py",
    "jobs",
    "web",
    "teams/ledger",
    "teams/roster/test_renaming.py",
    "teams/roster/test_long_lists.py",
    "competitions/archive",
    "competitions/standings/test_standings.py",
    "search/test_folding.py",
    "competitions/test_same_names.py",
    "matches/report/test_confirmation.py",
    "matches/test_journeys.py",
)
"""Folders and files below `tests/` whose tests all run on PostgreSQL, too."""
BY_TURNS = {
    "accounts/test_account_deletion.py": 2,
    "competitions/standings/test_standings.py": 2,
    "jobs/test_real_worker.py": 2,
    "matches/report/test_confirmation.py": 3,
    "matches/test_journeys.py": 2,
}
"""Of these files, which take long, one test in so many runs there in turn."""
OTHERS_ON_POSTGRESQL = 16
"""Of the other files of a room one in so many runs there, and is read at all: to read them all takes some seconds."""
OF_EACH_OTHER = 5
"""Of the tests in such a file one in so many runs."""
OF_EACH_COMMITTING = 5
"""Of the tests of a file that really commit, and do not need PostgreSQL, one in so many runs there."""
JOURNEYS = (
    "browser/test_bb2020_journey.py",
    "browser/test_bb2025_journey.py",
    "browser/test_crp_journey.py",
    "browser/test_first_edition_journey.py",
    "browser/test_lrb_journey.py",
    "browser/test_made_up_journeys.py",
    "browser/test_other_ways.py",
)
"""Files with journeys in a browser: one journey of one file runs in turn.

The others always run: a season, a championship, two phones.
"""
IN_A_BROWSER = 6
"""Of the rooms' own tests in a browser, one of each file in so many runs."""
TURNS = ("thorough", "costly", "browser")
"""The marks of tests that take turns in a way of their own, or do not take turns."""
COSTLY = 7
"""Of the tests marked ``costly``, which take some seconds of processor time each, one in so many runs in turn."""
COMMITS = ("transaction=True", "transactional_db", "mark.postgres")
"""A file with tests that commit, or need PostgreSQL, has one of these words; those tests all run there."""
LONG = {
    "accounts": 6,
    "competitions/archive": 7,
    "competitions/challenges": 8,
    "competitions/dashboard": 11,
    "competitions/fixtures": 8,
    "competitions/formats": 8,
    "competitions/friendlies": 7,
    "competitions/previews": 8,
    "competitions/prints": 7,
    "competitions/rulings": 8,
    "competitions/season_end": 11,
    "competitions/setup": 11,
    "competitions/standings": 7,
    "competitions/test_hostile_fields.py": 7,
    "competitions/test_kept_pages.py": 18,
    "competitions/test_pages.py": 8,
    "competitions/trophies": 8,
    "editions/bb2020": 10,
    "editions/pages/test_pages.py": 11,
    "editions/pages/test_report_form.py": 7,
    "editions/pages/test_report_table.py": 7,
    "guide": 6,
    "leagues": 10,
    "matches/cards": 8,
    "matches/correction": 11,
    "matches/pages": 11,
    "matches/questions": 11,
    "matches/report": 11,
    "matches/sequence": 8,
    "matches/sheet": 7,
    "matches/test_hostile_fields.py": 7,
    "matches/test_loans.py": 7,
    "matches/test_numbers.py": 7,
    "matches/test_queries.py": 7,
    "matches/test_two_at_once.py": 7,
    "matches/test_who_sees_prints.py": 7,
    "news": 7,
    "search": 6,
    "stats": 11,
    "web/test_odd_addresses.py": 7,
    "teams/arrivals": 7,
    "teams/building": 11,
    "teams/crests": 7,
    "teams/roster": 11,
    "teams/test_query_counts.py": 7,
    "teams/trading": 8,
}
"""Of each file in these folders, whose tests play whole matches or seasons, one test in so many runs in turn.

All of them run in a file that is named on the command line, and in a thorough run."""
FIRST_ID = 2_000
_generation = ""


def pytest_configure(config: pytest.Config) -> None:
    """Point everything that a test could write to at a temporary folder, before any app is loaded."""
    folder = Path(tempfile.mkdtemp(prefix="dugout-test-"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    # No time limit for single examples: on a busy machine it would fail tests at random.
    hypothesis.settings.register_profile(
        "dugout",
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
        print_blob=True,
        max_examples=thoroughness.examples(60),
    )
    hypothesis.settings.load_profile("dugout")
    if not thoroughness.THOROUGH:
        hypothesis.core.global_force_seed = thoroughness.NUMBER
    settings.VAR_DIR = folder
    settings.MEDIA_ROOT = folder / "media"
    settings.EMAIL_FILE_PATH = str(folder / "mail")
    settings.CELERY_BROKER_URL = "memory://"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DRAW_AHEAD = False  # the pages of a test are drawn by its readers
    settings.WORK_AT_ONCE = 1_000_000.0  # one person of the tests may ask for all of them in a row
    settings.ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
    # The manifest is a build's work; tests/dugout/test_house.py builds one for itself.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    for store in settings.CACHES.values():
        store["KEY_FUNCTION"] = cache_key
    if settings.REDIS_URL:
        # An answer that a busy machine gives late must not pass for a cache that is lost.
        settings.CACHES["default"]["OPTIONS"] = {"socket_connect_timeout": 60, "socket_timeout": 60}
    else:
        settings.CACHES["default"]["LOCATION"] = str(folder / "cache.sqlite3")
        # Earlier tests' entries stay; to make room for them would drop what the present one has just kept.
        settings.CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 1_000_000}
    if settings.EMBEDDED:
        settings.CACHES["limits"]["LOCATION"] = str(folder / "limits.sqlite3")
        # A file as in real life, not memory: threads then meet SQLite's real locks.
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")
    elif TEMPLATE:
        settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = TEMPLATE


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses by the markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, skip those that the database in use cannot run, and keep the present slice.

    A test without a fixture of the database needs none; tests that start processes (`tests/dugout`) are marked by hand.
    """
    for item in items:
        fixtures = {"db", "transactional_db", "django_db_setup"} & set(getattr(item, "fixturenames", ()))
        if not (fixtures or item.get_closest_marker("django_db") or ROOT / "tests/dugout" in item.path.parents):
            item.add_marker(pytest.mark.once)
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.shared)
        if item.get_closest_marker("postgres") and settings.EMBEDDED:
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL: set DATABASE_URL, or run script/test"))
        if item.get_closest_marker("sqlite") and not settings.EMBEDDED:
            item.add_marker(pytest.mark.skip(reason="is about SQLite, and this run uses PostgreSQL"))
    if not thoroughness.THOROUGH:
        _keep_slice(config, items)


def _keep_slice(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other slices; a test that is named on the command line always runs."""
    if any("::" in argument for argument in config.args):
        return
    thorough = [item for item in items if item.get_closest_marker("thorough")]
    kept = thoroughness.in_slice(thorough, thoroughness.family_of)
    left_out = {item.nodeid for item in thorough} - kept
    left_out |= _costly_of_other_turns(items) | _in_a_browser_of_other_turns(config, items)
    if settings.EMBEDDED:
        left_out |= _long_of_other_turns(config, items)
    if not settings.EMBEDDED:
        same = [item for item in items if not _differs(item)]
        left_out |= {item.nodeid for item in same}
        left_out -= thoroughness.in_slice(same, lambda item: item.path.as_posix(), OF_EACH_OTHER)
        committing = [item for item in items if _commits(item) and not item.get_closest_marker("postgres")]
        left_out |= {item.nodeid for item in committing}
        left_out -= thoroughness.in_slice(committing, lambda item: item.path.as_posix(), OF_EACH_COMMITTING)
        for file, turns in BY_TURNS.items():
            tests = [item for item in items if item.path == ROOT / "tests" / file]
            left_out |= {item.nodeid for item in tests} - thoroughness.in_slice(tests, lambda item: "", turns)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


def _costly_of_other_turns(items: list[pytest.Item]) -> set[str]:
    """The ids of the tests marked ``costly`` whose turn it is not.

    A file that is marked as a whole is one thing with one turn: its tests share what is costly.
    """
    units: dict[str, list[str]] = defaultdict(list)
    for item in items:
        for node, _marker in item.iter_markers_with_node("costly"):
            units[node.nodeid].append(item.nodeid)
            break
    present = set(thoroughness.part_of(sorted(units), COSTLY))
    return {nodeid for unit, members in units.items() if unit not in present for nodeid in members}


def _long_of_other_turns(config: pytest.Config, items: list[pytest.Item]) -> set[str]:
    """The ids of the tests in the folders of ``LONG`` whose turn it is not."""
    named = {Path(argument).resolve() for argument in config.args}
    by_file: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.path not in named and not any(map(item.get_closest_marker, TURNS)):
            by_file[_place(item.path)].append(item)
    left_out: set[str] = set()
    for place, turns in LONG.items():
        tests = [item for file, members in by_file.items() if file.startswith(place) for item in members]
        kept = thoroughness.in_slice(tests, lambda item: item.path.as_posix(), turns)
        left_out |= {item.nodeid for item in tests} - kept
    return left_out


def _in_a_browser_of_other_turns(config: pytest.Config, items: list[pytest.Item]) -> set[str]:
    """The ids of the tests in a browser whose turn it is not: of the rooms' own tests (`IN_A_BROWSER`), and journeys.

    All run in a file that is named on the command line, if no other is.
    """
    tests = [
        item
        for item in items
        if item.get_closest_marker("browser") and not item.get_closest_marker("thorough")
        and not _place(item.path).startswith("browser/")
    ]  # fmt: skip
    if len(config.args) == 1 and Path(config.args[0]).is_file():
        return set()
    present = thoroughness.part_of(JOURNEYS, len(JOURNEYS))
    journeys = [item for item in items if _place(item.path) in JOURNEYS]
    left_out = {item.nodeid for item in (*tests, *journeys)}
    one_of_each = thoroughness.in_slice(
        [item for item in journeys if _place(item.path) in present], lambda item: item.path.as_posix()
    )
    return left_out - thoroughness.in_slice(tests, lambda item: item.path.as_posix(), IN_A_BROWSER) - one_of_each


def _differs(item: pytest.Item) -> bool:
    """Whether a test can end differently on PostgreSQL."""
    return bool(_commits(item) or item.get_closest_marker("postgres") or _place(item.path).startswith(DIFFERENT))


def _commits(item: pytest.Item) -> bool:
    """Whether a test really commits, so that the database is emptied after it."""
    marked = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(marked and marked.kwargs.get("transaction"))


@cache  # asked for every test of a file, and by each of its rules
def _place(path: Path) -> str:
    """Where a file is below `tests/`."""
    return path.relative_to(ROOT / "tests").as_posix()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """On PostgreSQL, read no file of which no test would run; a file named on the command line is always read."""
    if settings.EMBEDDED or thoroughness.THOROUGH or not all(Path(each).is_dir() for each in config.args):
        return None
    if not collection_path.match("test_*.py") or _place(collection_path).startswith(DIFFERENT):
        return None
    if any(word in collection_path.read_text() for word in COMMITS):
        return None
    files = sorted(collection_path.parent.glob("test_*.py"))
    others = [path for path in files if not _place(path).startswith(DIFFERENT)]
    turns = min(len(others), OTHERS_ON_POSTGRESQL)
    return True if others.index(collection_path) % turns != thoroughness.TURN % turns else None


def pytest_report_header() -> str:
    """Say which slice this is, and how to run it again."""
    if thoroughness.THOROUGH:
        return "everything, with many examples"
    return f"slice {thoroughness.SLICE} of {thoroughness.SLICES} (DUGOUT_SLICE={thoroughness.NUMBER} repeats it)"


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector of garbage need not look at it again and again."""
    give_to_the_rooms()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef, request: pytest.FixtureRequest) -> Iterator[None]:
    """Each fixture has dice of its own: one that many tests share falls alike, whichever of them comes first."""
    place = request.node.nodeid if fixturedef.scope == "function" else fixturedef.baseid
    seed(f"{place} {fixturedef.argname}")
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    seed(item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """`script/test` runs pytest last, so that its closing lines end the run: they must not hide what failed before."""
    failed = os.environ.get("DUGOUT_FAILED_STEPS")
    if failed:
        terminalreporter.section("Steps of script/test that failed before this one", red=True)
        terminalreporter.line(failed, red=True)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference folder; the test skips where it is absent."""
    folder = Path(os.environ.get("DUGOUT_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no reference folder at {folder} (set DUGOUT_SHARED)")
    return folder


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Whether a database that is there already is taken; it goes with its folder."""
    return django_db_keepdb or bool(TEMPLATE and settings.EMBEDDED)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Now the name of this worker's database is known."""
    if TEMPLATE and settings.EMBEDDED:
        shutil.copyfile(TEMPLATE, settings.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Between tests SQLite's tables are emptied by DELETE, which a journal's guard refuses (TRUNCATE passes it).

    And the ids of its rows begin somewhere, in each table elsewhere: after a test that committed they would go on, so
    no test may count on the first row having the id 1.
    """
    if settings.EMBEDDED:
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER journal_never_deleted")
            tables = sorted(connection.introspection.table_names(cursor))
            cursor.execute("DELETE FROM sqlite_sequence")
            firsts = [(table, FIRST_ID + 7 * place) for place, table in enumerate(tables)]
            cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", firsts)
            # Django asks once, which would count as a query of whatever test comes first.
            assert connection.features.supports_json_field


@pytest.fixture(autouse=True)
def changes_are_counted(request: pytest.FixtureRequest) -> None:
    """PostgreSQL counts when a transaction commits, which that of a test never does: there it counts at once."""
    marked = request.node.get_closest_marker("django_db")
    if settings.EMBEDDED or not (marked or "db" in request.fixturenames) or _commits(request.node):
        return
    request.getfixturevalue("db")
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            # First this: what a module's shared cast wrote is counted by the next statement, and not only once.
            cursor.execute("SET LOCAL dugout.count_each = 'yes'")
            cursor.execute("SET CONSTRAINTS league_changes IMMEDIATE")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """No test sees what another one left in the cache (sign-in limits above all).

    A new prefix instead of `cache.clear()`: that would empty a Redis that other processes use.
    """
    global _generation
    _generation = uuid4().hex


def cache_key(key: str, prefix: str, version: int) -> str:
    """Django's KEY_FUNCTION while testing: every test has names of its own, in whatever thread."""
    return f"test:{_generation}:{version}:{key}"
