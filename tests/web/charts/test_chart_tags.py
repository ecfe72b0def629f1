"""How drawings are laid out on a page: words for those who cannot see them, the same figures as a table, no styles."""

from __future__ import annotations

from html.parser import HTMLParser

from django.template import Context, Template
from django.utils.safestring import SafeString

from tests.web.charts import samples
from web.charts import Axis, Course, Series, Wearer, bump_chart, line_chart


class Seen(HTMLParser):
    """Collects ids, references to them, the cells of tables, and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.named: list[str] = []
        self.attributes: set[str] = set()
        self.rows: list[list[str]] = []
        self._cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.attributes |= set(found)
        self.ids += [found["id"] or ""] if "id" in found else []
        for name in ("aria-labelledby", "aria-describedby"):
            self.named += (found.get(name) or "").split()
        if tag == "tr":
            self.rows.append([])
        self._cell = tag in ("th", "td") or (tag == "i" and self._cell)
        if tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1][-1] += data


def laid_out(**context: object) -> str:
    """All samples on a page, or one drawing."""
    page = "{% load charts %}{% for each in drawings %}{% chart each %}{% endfor %}"
    page += "{% if grid %}{% results_grid grid %}{% endif %}"
    return Template(page).render(Context(context))


def seen(html: str) -> Seen:
    parser = Seen()
    parser.feed(html)
    return parser


def test_each_chart_has_a_title_words_and_its_figures_as_a_table() -> None:
    for drawing in samples.drawings():
        html = laid_out(drawings=[drawing])
        found = seen(html)
        assert html.count('role="img"') == 2 and html.count("<desc ") == 2 and html.count("As figures") == 1
        assert [tuple(row) for row in found.rows if row][-len(drawing.figures.rows) :] == list(drawing.figures.rows)
        assert [len(row) for row in found.rows][-1] == len(drawing.figures.heads)
        assert ("chart-numbers" in html) != drawing.figures.words


def test_ids_are_unique_and_everything_that_is_named_is_there() -> None:
    found = seen(laid_out(drawings=samples.drawings(), grid=samples.grid()))
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.named) <= set(found.ids)


def test_nothing_has_a_style_of_its_own() -> None:
    found = seen(laid_out(drawings=samples.drawings(), grid=samples.grid()))
    assert "style" not in found.attributes and not any(name.startswith("on") for name in found.attributes)


def test_names_that_people_type_are_shown_as_text() -> None:
    evil = Wearer(name="<script>alert(1)</script>", first="gold", second="black", crest=SafeString(""))
    html = laid_out(drawings=[samples.bump((evil, *samples.WEARERS[1:]))])
    assert "<script" not in html and "&lt;script&gt;" in html


def test_a_grid_shows_a_result_from_both_sides_and_the_round_of_a_match_to_come() -> None:
    html = laid_out(drawings=[], grid=samples.grid())
    assert html.count('class="grid-cell grid-won" href') == 1 and html.count('class="grid-cell grid-lost" href') == 1
    assert html.count("grid-unsure") == 2 and html.count(">R4<") == 6
    assert f'aria-label="{samples.TEAMS[0]} – {samples.TEAMS[1]}: 2–0, won"' in html


def test_a_picture_with_many_rounds_scrolls_in_a_region_that_the_keyboard_reaches() -> None:
    rounds = [str(number) for number in range(1, 41)]
    courses = [Course(wearer=samples.WEARERS[0], lanes=(1,) * 40), Course(wearer=samples.WEARERS[1], lanes=(2,) * 40)]
    drawing = bump_chart(name="a", title="b", words="c", courses=courses, rounds=rounds, heads=("Team", "Round"))
    html = laid_out(drawings=[drawing])
    assert drawing.narrow.scrolls and 'class="chart-scroll" role="region" tabindex="0"' in " ".join(html.split())


def test_lines_in_the_same_colour_are_told_apart_by_dashes_and_their_crests() -> None:
    crests = [SafeString(f'<use href="#crest-{at}"/>') for at in range(5)]
    colours = ("rust", "turf", "rust", "rust", "turf")
    worn = [Wearer(name=f"Team {at}", first=colours[at], second="bone", crest=crests[at]) for at in range(5)]
    lines = [Series(name=each.name, wearer=each, figures=(1, 2 + at)) for at, each in enumerate(worn)]
    axis = Axis(name="Round", places=("1", "2"))
    drawing = line_chart(name="x", title="X", words="X", axis=axis, series=lines, crests=True)
    keys = [str(key.mark) for key in drawing.keys]
    assert ["dashed" in mark for mark in keys] == [False, False, True, False, True]
    assert ["dotted" in mark for mark in keys] == [False, False, False, True, False]
    assert all(crest in mark for crest, mark in zip(crests, keys, strict=True))
    for picture in (drawing.wide, drawing.narrow):
        assert (picture.body.count(" dashed"), picture.body.count(" dotted")) == (2, 1)
    plain = line_chart(name="x", title="X", words="X", axis=axis, series=lines)
    assert not any(crest in key.mark for crest, key in zip(crests, plain.keys, strict=True))
