"""What import-linter does not see: circles, what names upper rooms, imported test modules, types, big folders."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {"tests", "node_modules", "var", "migrations"}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """An import inside a function or under TYPE_CHECKING counts too."""
    graph = import_graph()
    assert "rules.sheet.sheet" in graph["rules.sheet.match"], "an import at the top"
    assert "accounts.models" in graph["accounts.mail"], "an import inside a function"
    assert len(graph) > 500
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_no_module_imports_a_test_module() -> None:
    """What tests share is beside them, in modules with names that say what they hold."""
    paths = {name_of(path): path for path in sorted((ROOT / "tests").rglob("*.py"))}
    tests = {name for name in paths if name.rpartition(".")[2].startswith("test_")}
    assert {"tests.dugout.test_import_circles", "tests.leagues.test_policy"} <= tests
    words = {name.rpartition(".")[2] for name in tests}
    found = {}
    for name, path in paths.items():
        text = path.read_text(encoding="utf-8")
        if words.intersection(re.findall(r"test_\w+", text)):  # to parse all others would only take time
            found[name] = set(imported(ast.parse(text), name.rpartition(".")[0], tests))
    assert {name: others for name, others in found.items() if others} == {}


def test_no_module_names_a_page_of_a_room_above_it() -> None:
    """Import-linter does not see routes: a link upward asks the room's `extensions.py` for the route."""
    height = heights()
    named = {
        (name_of(path), room)
        for path in modules()
        for room in re.findall(r"""["']([a-z]+):[a-z_]+["']""", path.read_text("utf-8"))
    }
    assert ("stats.apps", "stats") in named
    above = {(name, room) for name, room in named if height.get(room, -99) > height.get(name.split(".")[0], 0)}
    assert above == set()


def test_no_template_names_anything_of_a_room_above_it() -> None:
    """A page that links upward draws a row of links (`web.tabs`), or asks the room's `extensions.py`."""
    height, named = heights(), set(rooms_in_templates())
    assert ("stats/records/records.html", "competitions", '"competitions/trophies/_tabs.html"') in named
    above = {each for each in named if height.get(each[1], -99) > height[room_of(each[0])]}
    assert above == set()


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("{% url 'stats:hall' league.slug %}", ["stats"]),
        ("{% include 'stats/records/_lead.html' with here=1 %}", ["stats"]),
        ('{% include "stats/_tabs.html" %}', ["stats"]),
        ('{% kept parts "matches/pages/_team.html" %}', ["matches"]),
        ("{% load i18n leagues web %}", ["i18n", "leagues", "web"]),
        ("{% static 'dugout/teams/crest.css' %}", ["teams"]),
        ("{% static 'dugout/theme.css' %}", []),
        ("<p>at 14:30, and/or later: 'home'</p>", []),
    ],
)
def test_everything_that_a_template_names_is_found(text: str, rooms: list[str]) -> None:
    assert [room for room, _ in named_in(text)] == rooms


def test_types_are_checked_in_every_module_that_writes() -> None:
    """`mypy --strict` reads whole rooms, and of others what opens a transaction: `files` in `pyproject.toml`."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["files"]
    strict = {path for pattern in read for path in ROOT.glob(pattern)}
    assert ROOT / "teams/ledger" in strict
    rooms = [path for path in modules() if name_of(path).split(".")[0] in heights()]
    writing = [path for path in rooms if re.search(r"\btransaction\.atomic\b", path.read_text("utf-8"))]
    assert len(writing) > 50
    assert [name_of(path) for path in writing if strict.isdisjoint({path, *path.parents})] == []


def test_no_folder_of_a_room_holds_more_than_twenty_modules() -> None:
    """In a folder with more, nobody finds their way without a search: it has a second subject."""
    sizes = Counter(path.parent.relative_to(ROOT) for path in modules() if path.name != "__init__.py")
    assert sizes[Path("matches/report")] > 10, "the folders of wings count on their own"
    assert {str(folder): size for folder, size in sizes.items() if size > 20} == {}


def test_no_folder_of_tests_holds_more_than_twenty_test_modules() -> None:
    """Tests stand in folders like those of what they test."""
    sizes = Counter(path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    assert sizes[Path("tests/dugout/running")] > 5, "folders within folders count on their own"
    assert {str(folder): size for folder, size in sizes.items() if size > 20} == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import teams.models", {"teams.models"}),
        ("from teams import models", {"teams.models"}),
        ("from teams.models import Team", {"teams.models"}),
        ("from . import models", {"teams.models"}),
        ("from .models import Team", {"teams.models"}),
        ("def f():\n    from teams.models import Team", {"teams.models"}),
        ("import json", set()),
    ],
)
def test_every_form_of_import_is_found(line: str, found: set[str]) -> None:
    assert set(imported(ast.parse(line), "teams", {"teams.models"})) == found


@cache
def heights() -> dict[str, int]:
    """Each room with its height: the larger, the higher."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return {room: -nth for nth, room in enumerate(contracts[0]["layers"])}


def rooms_in_templates() -> Iterator[tuple[str, str, str]]:
    """Every template with each room that it names, and the words that name it."""
    folder = ROOT / "templates"
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for room, words in named_in(path.read_text("utf-8")):
            yield path.relative_to(folder).as_posix(), room, words


NAMED = re.compile(r"""["'](?:dugout/([a-z]+)/|(?!dugout/)([a-z]+)[:/])[\w/.-]+["']""")
LOADED = re.compile(r"{% load ([^%]*)%}")


def named_in(text: str) -> Iterator[tuple[str, str]]:
    """What a template names in the form of routes, files and libraries of tags: its first word, a room if it is one."""
    for found in LOADED.finditer(text):
        yield from ((library, found[0]) for library in found[1].split())
    yield from ((found[1] or found[2], found[0]) for found in NAMED.finditer(text))


OF_ROOMS = {"account": "accounts", "allauth": "accounts", "contact_sheet": "dugout", "home.html": "dugout"}
"""The rooms of templates whose folder has another name. Those of the frame and of all pages are of `web`."""


def room_of(template: str) -> str:
    first = template.split("/")[0]
    return OF_ROOMS.get(first, first if first in heights() else "web")


def import_graph() -> dict[str, set[str]]:
    """For each module of the project, the modules of the project that it imports."""
    paths = {name_of(path): path for path in modules()}
    graph = {}
    for name, path in paths.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph[name] = set(imported(tree, package, paths)) - {name}
    return graph


def modules() -> Iterator[Path]:
    """The Python files of all rooms: folders with an ``__init__.py``, without tests and migrations."""
    for room in sorted(path.parent for path in ROOT.glob("*/__init__.py")):
        if room.name not in SKIPPED:
            yield from (path for path in sorted(room.rglob("*.py")) if not SKIPPED & set(path.parts[len(ROOT.parts) :]))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST, package: str, known: dict[str, Path] | set[str]) -> Iterator[str]:
    """The known modules that a module in `package` imports, wherever the import is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                parents = parents[: len(parents) - node.level + 1]
                base = ".".join([*parents, *filter(None, [node.module])])
            for alias in node.names:
                if f"{base}.{alias.name}" in known:
                    yield f"{base}.{alias.name}"
                elif base in known:
                    yield base
