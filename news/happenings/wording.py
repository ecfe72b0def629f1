"""Headlines in words: a sentence with links, and a line below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from html import unescape

from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.names import TeamName, page
from leagues.models import League
from news.happenings.headline import (
    BEST_PLAYER,
    BIG_WIN,
    DEATH,
    FINISHED,
    LEGEND,
    RECORD,
    SEASON_BEGUN,
    SEASON_OVER,
    STARTED,
    TROPHY,
    UPSET,
    Headline,
)
from rules import editions
from rules.words.words import k
from stats.played.names import Names, names_for
from stats.records.kinds import kinds_of, written
from stats.records.run import MATCH


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of the news: of a headline, or of a story (``story``), whose ``words`` are the link of its title.

    ``icon`` says what kind it is, in words in ``label``. ``below`` are further facts, for a story how it begins.
    ``by_linked`` is its writer ``by``, as HTML.
    ``changed`` is when a story was changed last, ``team`` is the one that it is about. ``key`` tells items apart,
    ``url`` is the page to read on.
    """

    key: str
    day: date
    at: datetime
    label: str
    icon: str
    words: SafeString
    url: str
    below: str = ""
    by: str = ""
    by_linked: str = ""
    changed: datetime | None = None
    team: TeamName | None = None
    story: bool = False

    @property
    def plain(self) -> str:
        """The words without links, for feeds."""
        return unescape(strip_tags(self.words))


def worded(league: League, found: Sequence[Headline]) -> list[Item]:
    """Headlines as lines of the news; three queries at most. One whose team is not known any more is left out."""
    named = names_for(
        players={pk for each in found for pk in (each.player, each.killer) if pk is not None},
        teams={pk for each in found for pk in (each.team, each.other) if pk is not None},
    )
    return [_item(league, each, named) for each in found if _complete(each, named)]


def _complete(headline: Headline, named: Names) -> bool:
    told = headline.kind != RECORD or _called(headline) != headline.name
    return told and all(pk is None or pk in named.teams for pk in (headline.team, headline.other))


LABELS: Mapping[str, tuple[str, Callable[[], str]]] = {
    DEATH: ("droplet-fill", lambda: _("Death")),
    LEGEND: ("star-fill", lambda: _("Highest level")),
    UPSET: ("exclamation-triangle", lambda: _("Upset")),
    BIG_WIN: ("check-circle", lambda: _("Big win")),
    RECORD: ("award", lambda: _("Record")),
    TROPHY: ("trophy", lambda: _("Trophy")),
    BEST_PLAYER: ("award", lambda: _("Award")),
    SEASON_BEGUN: ("flag", lambda: _("Season")),
    SEASON_OVER: ("flag", lambda: _("Season")),
    STARTED: ("flag", lambda: _("Competition")),
    FINISHED: ("flag", lambda: _("Competition")),
}
"""An icon, and a word for each kind."""


def _item(league: League, headline: Headline, named: Names) -> Item:
    icon, label = LABELS[headline.kind]
    return Item(
        key=headline.key,
        day=headline.day,
        at=headline.at,
        label=label(),
        icon=icon,
        words=_sentence(league, headline, named),
        url=_page(league, headline),
        below=", ".join(_facts(headline)),
        team=named.teams[headline.team] if headline.team is not None else None,
    )


def _sentence(league: League, headline: Headline, named: Names) -> SafeString:
    parts: dict[str, object] = {"name": _linked(_called(headline), _place(league, headline)), "title": headline.name}
    if headline.mark is not None:
        figure = written(editions.edition(headline.edition).book, headline.name, headline.mark)
        parts["figure"] = _linked(figure, page("matches:match", headline.match))
    for part, pk in (("team", headline.team), ("other", headline.other)):
        if pk is not None:
            parts[part] = named.teams[pk].link
    for part, pk, team in (("player", headline.player, headline.team), ("killer", headline.killer, headline.other)):
        if pk is not None and team is not None:
            parts[part] = named.teams[team].player_link(pk, named.players.get(pk, "") or _("(no name)"))
    if headline.score is not None:
        own, other = headline.score
        score = format_html('<span class="text-nowrap">{}–{}</span>', own, other)
        parts["score"] = _linked(score, page("matches:match", headline.match))
    return format_html(_text(headline), **parts)


def _text(headline: Headline) -> str:
    """The sentence, with places for names."""
    against = _("{killer} of {other} killed {player} of {team}.")
    sentences: dict[str, str] = {
        DEATH: against if headline.killer is not None else _("{player} of {team} died against {other}."),
        LEGEND: _("{player} of {team} has reached the highest level: {title}."),
        UPSET: _("{team} beat {other}, {score}, against all odds.") if headline.score else _("{team} beat {other}."),
        BIG_WIN: _("{team} beat {other}, {score}."),
        RECORD: _("{player} of {team} set a record: {name}, {figure}.")
        if headline.player is not None
        else _("{team} set a record: {name}, {figure}."),
        TROPHY: _("{team} won this trophy: {name}."),
        BEST_PLAYER: _("{player} of {team} is the best player: {name}.")
        if headline.player is not None
        else _("{team} has the best player: {name}."),
        SEASON_BEGUN: _("{name} has begun."),
        SEASON_OVER: _("{name} is over."),
        STARTED: _("{name} has started."),
        FINISHED: _("{name} is over."),
    }
    return sentences[headline.kind]


def _called(headline: Headline) -> str:
    """What is named in the sentence: a record by its name in the book of records, all else as it is called."""
    if headline.kind != RECORD:
        return headline.name
    kinds = kinds_of(editions.edition(headline.edition).book, MATCH)
    return next((kind.name for kind in kinds if kind.key == headline.name), headline.name)


def _facts(headline: Headline) -> Iterable[str]:
    if headline.chance is not None:
        yield _("chance by the ratings before the match: %(chance)s %%") % {"chance": headline.chance}
    if headline.values is not None:
        worth = editions.edition(headline.edition).book.worth
        own, other = (k(value) if worth and worth.unit == "gp" else str(value) for value in headline.values)
        words = {"worth": _(worth.name) if worth else "", "own": own, "other": other}
        yield _("%(worth)s: %(own)s against %(other)s") % words


def _place(league: League, headline: Headline) -> str:
    """The page of the season, competition or trophy that a headline names."""
    if headline.kind in (SEASON_BEGUN, SEASON_OVER):
        return page("competitions:season", league.slug, *headline.address)
    if headline.kind in (STARTED, FINISHED):
        return page("competitions:competition", *headline.address)
    if headline.kind == RECORD:
        records = page("stats:records", league.slug)
        return records if headline.edition == league.ruleset.edition else f"{records}?book={headline.edition}"
    if headline.kind in (TROPHY, BEST_PLAYER):
        return page("competitions:trophy", league.slug, *headline.address)
    return ""


def _page(league: League, headline: Headline) -> str:
    """The page to read on."""
    if headline.match:
        return page("matches:match", headline.match)
    return _place(league, headline) or reverse("news:list", args=[league.slug])


def _linked(text: str, url: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, text) if url else format_html("{}", text)
