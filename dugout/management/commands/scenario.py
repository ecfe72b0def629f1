"""``manage.py scenario PATH...``: plays rule scenarios and prints those that differ."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from rules.journal import Impossible
from rules.scenarios.scenario import play
from rules.scenarios.team import ScenarioError

# The errors of a scenario with a wrong shape: a list for a mapping, a text for a number.
UNREADABLE = (AttributeError, Impossible, LookupError, TypeError, ValueError)


class Command(BaseCommand):
    """Plays scenario files through the rules core; exits 1 if any scenario differs."""

    help = "Play rule scenarios (YAML files or folders of them) and print those that differ."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        passed = failed = 0
        for path in options["paths"]:
            for file in files_in(path):
                for problem in problems_in(file):
                    failed += bool(problem)
                    passed += not problem
                    if problem:
                        self.stdout.write(problem)
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


def files_in(path: Path) -> list[Path]:
    """The scenario files of a path. Raises ``CommandError`` if there is no such file or folder."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise CommandError(f"{path}: no such file or folder")
    return sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])


def problems_in(file: Path) -> Iterator[str]:
    """For each scenario of a file: what is wrong with it, "" if nothing is."""
    try:
        scenarios = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as error:
        yield f"{file}: cannot be read as YAML: {error}"
        return
    if not isinstance(scenarios, list):
        yield f"{file}: a scenario file is a list of scenarios"
        return
    for index, scenario in enumerate(scenarios, start=1):
        title = scenario.get("title", f"scenario {index}") if isinstance(scenario, dict) else f"scenario {index}"
        yield _problem(f"{file}: {title}", scenario)


def _problem(where: str, scenario: Any) -> str:
    try:
        differences = play(scenario)
    except ScenarioError as error:
        return f"{where}\n    error: {error}"
    except UNREADABLE as error:
        return f"{where}\n    error: this is not the form of a scenario ({type(error).__name__}: {error})"
    if not differences:
        return ""
    lines = [f"    {place}: expected {expected!r}, found {found!r}" for place, expected, found in differences]
    return "\n".join([where, *lines])
