"""The texts are complete: every id in the sources has a text, every text is used, and every gap is filled."""

import ast
import string

import pytest

from rules.words import catalogue
from tests.rules.ids import RULES, assigned, ids, texts

FOUND = ids()
SORTS = {
    "terms": catalogue.TERMS,
    "figures": catalogue.FIGURES,
    "violations": catalogue.VIOLATIONS,
    "impossible": catalogue.IMPOSSIBLE,
}
GIVEN_ALWAYS = {"who", "dice", "faces", "mvp", "leaving"}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("sort", SORTS)
def test_every_id_of_the_rules_has_a_text_and_every_text_is_used(sort: str) -> None:
    assert set(FOUND[sort]) == set(SORTS[sort])


def test_the_source_files_were_read() -> None:
    assert len(FOUND["violations"]) > 90
    assert len(FOUND["terms"]) > 25
    assert FOUND["violations"]["buy.too_dear"] == [{"price", "treasury"}]
    assert {"improvement.at_ceiling", "inducement.too_many", "report.hurt_by_own"} <= set(FOUND["violations"])
    assert {"gate.home", "fan_factor.kept", "value.absent_player"} <= set(FOUND["terms"])


@pytest.mark.parametrize(("sort", "id"), [(sort, id) for sort in SORTS for id in SORTS[sort]])
def test_every_gap_of_a_text_is_filled_at_every_use(sort: str, id: str) -> None:
    text = SORTS[sort][id]
    wanted = gaps(" ".join(text) if isinstance(text, tuple) else text) - GIVEN_ALWAYS
    for filled in FOUND[sort][id]:
        assert filled is None or wanted <= filled


def asked_questions() -> set[str]:
    """Label and kind of every question in the sources of the rules."""
    found = set()
    kinds = {"roll": "roll", "draw": "draw", "choose": "choose", "decide": "choose"}
    for path in RULES.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or len(node.args) < 2:
                    continue
                if not ast.unparse(node.func.value).endswith("asking"):
                    continue
                label = next((each.value for each in node.keywords if each.arg == "label"), node.args[1])
                for text in labels(label, function):
                    if node.func.attr in kinds:
                        found.add(f"{text.split('.')[0]}.{kinds[node.func.attr]}")
    return found


def labels(label: ast.expr, function: ast.FunctionDef) -> list[str]:
    if isinstance(label, ast.Name):
        return [text for value in assigned(label.id, function) for text in labels(value, function)]
    if isinstance(label, ast.JoinedStr):
        return [str(label.values[0].value)] if isinstance(label.values[0], ast.Constant) else []
    return texts(label, function)


def test_every_question_has_a_text_and_every_text_a_question() -> None:
    assert asked_questions() == set(catalogue.QUESTIONS)
