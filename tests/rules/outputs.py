"""All questions, figures, entries and refusals of scenarios as lines, to compare with stored ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.scenarios import post_match, pre_match
from rules.scenarios.scenario import play
from rules.sequence.codec import encode
from rules.sequence.explanations import Args, Figure, Violation
from rules.sequence.sequence import Question
from tests.scenario_files import scenarios_in


def args_of(args: Args) -> str:
    return "".join(f" {name}={value}" for name, value in args)


def cited(rule: str, page: int) -> str:
    return f"({rule} p{page})"


def question_line(question: Question, value: Any) -> str:
    dice = "+".join(f"D{faces}" for faces in question.dice)
    options = ",".join(question.options)
    marks = "".join(mark for mark, is_so in (("?", question.optional), ("!", question.private)) if is_so)
    what = f"{question.side} {question.key} {question.kind}{marks} {question.label} {dice}{options}"
    return f"asks {what}{args_of(question.args)} {cited(question.rule, question.page)} -> {value}"


def figure_lines(figure: Figure) -> Iterator[str]:
    yield f"figure {figure.id} {figure.amount} {figure.unit} {cited(figure.rule, figure.page)}"
    for term in figure.terms:
        yield f"  {term.id} {term.amount} {list(term.dice)}{args_of(term.args)} {cited(term.rule, term.page)}"


def violation_line(violation: Violation) -> str:
    return f"refuses {violation.id}{args_of(violation.args)} {cited(violation.rule, violation.page)}"


def outcome_lines(outcome: Any) -> Iterator[str]:
    """The lines of a run of either sequence."""
    for answer in outcome.fresh:
        if answer.question.kind != "mint":
            yield question_line(answer.question, answer.value)
    for question in outcome.questions:
        yield question_line(question, "waits")
    if outcome.refused is not None:
        yield f"refused {outcome.refused.label}"
        yield from map(violation_line, outcome.refused.violations)
    if hasattr(outcome, "entries"):
        for step, figure in outcome.figures:
            yield f"step {step}"
            yield from figure_lines(figure)
        for entry in outcome.entries:
            yield f"entry {entry.kind} {encode(entry)}"
    else:
        yield from _pre_match_lines(outcome.state)


def _pre_match_lines(state: Any) -> Iterator[str]:
    for side, purchase in state.purchases.items():
        yield f"{side} buys"
        yield from figure_lines(purchase.bill)
        yield from map(violation_line, purchase.violations)
    for side, fans in state.fans.items():
        yield f"{side} fans"
        yield from figure_lines(fans)
    if len(state.fans) == 2:
        yield from figure_lines(state.gate())


def output_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of all scenarios of a file."""
    lines: list[str] = []

    def recording(run: Any) -> Any:
        def recorded(*args: Any, **kwargs: Any) -> Any:
            outcome = run(*args, **kwargs)
            lines.extend(outcome_lines(outcome))
            return outcome

        return recorded

    monkeypatch.setattr(post_match, "post_match", recording(post_match.post_match))
    monkeypatch.setattr(pre_match, "prepare", recording(pre_match.prepare))
    for scenario in scenarios_in(path):
        lines.append(f"# {scenario['title']}")
        play(scenario)
    return lines


def assert_unchanged(lines: list[str], golden: Path) -> None:
    """Compares the lines with the stored ones; ``DUGOUT_WRITE_GOLDEN=1`` in the environment writes them again."""
    if os.environ.get("DUGOUT_WRITE_GOLDEN"):
        golden.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == golden.read_text("utf-8").splitlines()


def citations(lines: list[str]) -> Iterator[tuple[str, int, str]]:
    """The rule and the page of each line that must have them, and the line."""
    for line in lines:
        if line.startswith(("asks", "refuses", "figure", "  ")):
            rule, page = line[line.rindex("(") + 1 : line.rindex(")")].split()
            yield rule, int(page.removeprefix("p")), line
