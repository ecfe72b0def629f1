"""Texts are compared alike by Python and by the database."""

import pytest
from django.db.models import Value

from leagues.models import League
from search.asked import BEGINS, EXACT, INSIDE, WORDS, query_of
from search.folding import Folded
from teams.models.folding import folded
from tests.leagues.cast import Cast

NAMES = {
    "Griff Oberwald": "griff oberwald",
    "JÜRGEN Weiß": "jurgen weiss",
    "Bjørn Łukasz Đorđe": "bjorn lukasz dorde",
    "Nobby O'Keefe": "nobby okeefe",
    "Zug-Zug d’Or": "zug zug dor",
    "Ærik Œdipe Þor": "aerik oedipe thor",
    "Ｆｕｌｌ ﬁne": "full fine",
    "İstanbul Iğdır": "istanbul igdir",
    "ΣΙΣΥΦΟΣ": "σισυφοσ",
    "Ёжик Медведь": "ежик медведь",
    "100%_\\a": "100%_\\a",
    "": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_python_and_the_database_compare_alike(cast: Cast, name: str) -> None:
    assert folded(name) == NAMES[name]
    rows = League.objects.filter(pk=cast.league.pk).annotate(plain=Folded(Value(name)))
    assert rows.get().plain == NAMES[name]


@pytest.mark.once
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("  Griff   OBER ", ("griff", "ober")),
        ("gr\x00iff\u202e", ("gr", "iff")),
        ("a b c d e f g h", ("a", "b", "c", "d", "e", "f")),
        ("", ()),
        ("' ’", ()),
    ],
)
def test_a_query_is_read_as_words(typed: str, words: tuple[str, ...]) -> None:
    assert query_of(typed).words == words


@pytest.mark.once
def test_a_long_query_is_cut() -> None:
    assert len(query_of("x" * 10_000).typed) == 80
    assert len(query_of("ﷺ" * 10_000).typed) == 80


@pytest.mark.parametrize(
    ("name", "rank"),
    [
        ("Mad Dogs", EXACT),
        ("Mad Dogs United", BEGINS),
        ("Old Mad Dogs", WORDS),
        ("Dogs, Mad", WORDS),
        ("Nomads' Hotdogs", INSIDE),
        ("Mad Cats", None),
    ],
)
def test_a_name_fits_better_the_more_of_it_was_typed(cast: Cast, name: str, rank: int | None) -> None:
    query = query_of("mad dogs")
    assert query.rank(name) == rank
    League.objects.filter(pk=cast.league.pk).update(name=name)
    found = query.sought.matching(League.objects.filter(pk=cast.league.pk), "name").values_list("rank", flat=True)
    assert list(found) == ([] if rank is None else [rank])
