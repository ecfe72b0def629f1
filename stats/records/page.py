"""What the pages of records and streaks show, gathered in a fixed number of queries: the same for everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import PLACE, page
from matches.wording import called
from rules.book.book import Book
from rules.book.rows.teams import TeamList
from stats.played.everything import PLAYED
from stats.played.names import names_for
from stats.records import luck
from stats.records.book import Records, records_of, signs_of_records
from stats.records.choices import Chosen
from stats.records.kinds import Kind, headings, kinds_of, written
from stats.records.luck import Luck, Spell
from stats.records.run import MATCH, SEASON, SUM
from stats.records.shown import Holder, ShownRecord, ShownReign
from stats.records.streaks import STREAK, streaks_of
from stats.records.succession import NAMED, Mark, Record, Reign, Spot
from teams.models import Player
from teams.presentation.shirts import cut_of
from web.crests.svg import used_shirt
from web.drawing.choices import Choices
from web.kept import kept_html, worth_keeping
from web.prepared import Prepared

AT_ONCE = 2
"""How many of those who share a record are named at once; when it unfolds, ``NAMED``."""
CROWD = 12
"""What more than these share is no record."""
CREST, SHIRT = 36, 40
RECORD, GROUP = "stats/records/_record.html", "records"
NO_SIGNS: Mapping[str, str] = {}
DAY = "j M Y"


@Prepared
def _players(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).order_by().values_list("pk", "name")


class _Words:
    """Puts marks into words. Two queries: the names of all teams and players that are shown."""

    def __init__(self, chosen: Chosen, records: Iterable[Record], teams: Iterable[int] = ()) -> None:
        marks = [mark for record in records for mark in _shown_marks(record)]
        wanted = {*teams, *(team for mark in marks for team in (mark.team, mark.other) if team is not None)}
        players = {mark.player for mark in marks if mark.player is not None}
        self.chosen, self.book = chosen, chosen.book
        self.teams = names_for(teams=wanted).teams
        self._days: dict[date, str] = {}
        self.players: Mapping[int, str] = dict(_players(sorted(players))) if players else {}

    def sign(self, record: Record) -> tuple[object, ...]:
        """All that its words are made of besides the record."""
        marks = _shown_marks(record)
        teams = {team for mark in marks for team in (mark.team, mark.other) if team is not None}
        return (
            self.book.key,
            self._cut(record.now.marks[0]),
            [self._worn[team] for team in sorted(teams)],
            [self.players.get(mark.player) for mark in marks if mark.player is not None],
            self.chosen.seasons,
            [(pk, each.name) for pk, each in self.chosen.competitions.items()],
            self.chosen.scope.competition,
            self.chosen.scope.season is not None,
        )

    @cached_property
    def _worn(self) -> Mapping[int, str]:
        return {
            pk: repr((team.url, team.public_id, team.name, team.team_list, team.crest))
            for pk, team in self.teams.items()
        }

    def record(self, kind: Kind, record: Record) -> ShownRecord:
        """A record with its holders."""
        now, former = self.reign(record, record.now), [self.reign(record, each) for each in record.former]
        number, words = len(record.now.marks), []
        if number > 1:
            words.append(ngettext("%(number)d holder", "%(number)d holders", number) % {"number": number})
        if former:
            count = len(former)
            words.append(ngettext("%(number)d earlier record", "%(number)d earlier records", count) % {"number": count})
        return ShownRecord(
            kind=kind,
            figure=now.figure,
            picture=self._picture(record.now.marks[0]),
            holders=now.holders[:AT_ONCE],
            others=max(0, number - AT_ONCE),
            reigns=[now, *former] if words else [],
            unfold=" · ".join(words) or kind.how,
        )

    def reign(self, record: Record, reign: Reign) -> ShownReign:
        """A line of the succession."""
        return ShownReign(
            figure=written(self.book, record.key, reign.marks[0]),
            holders=[self.holder(record, mark) for mark in reign.named],
            more=max(0, len(reign.marks) - NAMED),
            since=self.at(reign.since),
            since_url=_match_url(reign.since),
        )

    def holder(self, record: Record, mark: Mark) -> Holder:
        """Who holds a record by a mark."""
        team = self.teams[mark.team]
        name, url = team.name, team.url
        if mark.player is not None:
            name, url = self.players.get(mark.player) or _nameless(mark), team.player_url(mark.player)
        return Holder(
            name=name,
            url=url,
            team=team,
            where=self._where(record.key, mark),
            match_url=_match_url(mark.spot),
            of_player=mark.player is not None,
            lasting=mark.who in record.lasting,
        )

    def _picture(self, mark: Mark) -> SafeString:
        """The crest of a team, or the shirt of a player."""
        team = self.teams[mark.team]
        if mark.player is None:
            return team.crest.html(CREST)
        number = "" if mark.number is None else str(mark.number)
        return used_shirt(team.crest.crest, self._cut(mark), number, SHIRT)

    def _cut(self, mark: Mark) -> str:
        """The cut of a player's shirt."""
        return cut_of(self._lists.get(self.teams[mark.team].team_list), mark.position)

    @cached_property
    def _lists(self) -> Mapping[str, TeamList]:
        return self.chosen.scope.lists

    def _where(self, key: str, mark: Mark) -> str:
        group = key.partition(":")[0]
        if group == MATCH and mark.other is not None:
            words = {"team": self.teams[mark.other].name, "where": self.season(mark.spot)}
            of_one_season = self.chosen.scope.season is not None and self.chosen.scope.competition is None
            return (_("v %(team)s") if of_one_season else _("v %(team)s, %(where)s")) % words
        if group == STREAK and mark.start is not None:
            start, end = self.near(mark.start), self.near(mark.spot)
            return end if start == end else _("%(start)s to %(end)s") % {"start": start, "end": end}
        if group == SEASON:
            return self.season(mark.spot)
        words = _("last on %(where)s") if mark.spot.when else _("last in %(where)s")
        return words % {"where": self.near(mark.spot)}

    def near(self, spot: Spot) -> str:
        """In short when a match was: its day if that is known, else its season."""
        if spot.when is None:
            return self.season(spot)
        if spot.when not in self._days:
            self._days[spot.when] = date_format(spot.when, DAY)
        return self._days[spot.when]

    def season(self, spot: Spot) -> str:
        """The season of a match; of one in a single competition, its round."""
        if self.chosen.scope.competition is not None:
            return self._round(spot) if spot.round else _("the first round")
        return self.chosen.seasons.get(spot.season or 0, "")

    def at(self, spot: Spot) -> str:
        """When a match was: its day if that is known, else its competition and round."""
        competition = self.chosen.competitions.get(spot.competition or 0)
        if spot.when or competition is None or self.chosen.scope.competition is not None:
            return self.near(spot)
        named = ", ".join(filter(None, (competition.name, self._round(spot))))
        return _("%(competition)s (%(season)s)") % {"competition": named, "season": self.season(spot)}

    def _round(self, spot: Spot) -> str:
        return self.chosen.rounds_of(spot.competition or 0).words(spot.round, spot.stage)


def _shown_marks(record: Record) -> list[Mark]:
    """The marks of a record that its page names."""
    return [mark for reign in record.reigns for mark in reign.named]


def _nameless(mark: Mark) -> str:
    return called(mark.number, "", mark.position) if mark.number is not None else _("(no name)")


def _match_url(spot: Spot) -> str:
    return page("matches:match", PLACE).replace(PLACE, spot.match)


def gather(chosen: Chosen) -> dict[str, Any]:
    """The record book. Eight queries at most, with those of the choices."""
    records = records_of(chosen.scope, chosen.team_list)
    signs = signs_of_records(chosen.scope, chosen.team_list)
    words, found = _Words(chosen, records), {record.key: record for record in records}
    return {
        **_common(chosen),
        "groups": [
            {"heading": heading, "records": _drawn(words, kinds, found, signs)}
            for heading, kinds in _groups(chosen, found)
        ],
    }


def records_in_words(chosen: Chosen) -> list[tuple[str, list[ShownRecord]]]:
    """The same records by the heading of their group, for paper."""
    records = records_of(chosen.scope, chosen.team_list)
    words, found = _Words(chosen, records), {record.key: record for record in records}
    return [
        (heading, [words.record(kind, found[kind.key]) for kind in kinds]) for heading, kinds in _groups(chosen, found)
    ]


def _groups(chosen: Chosen, found: Mapping[str, Record]) -> Iterator[tuple[str, list[Kind]]]:
    """The groups that have records, each with its heading."""
    scope = chosen.scope
    names = headings(all_time=scope.season is None, of_season=scope.competition is None)
    # With one season, its records are those of all time.
    for group in [MATCH, SUM] if len(chosen.seasons) < 2 else [MATCH, SEASON, SUM]:
        if kinds := _kinds(chosen.book, group, found):
            yield names[group], kinds


def _kinds(book: Book, group: str, found: Mapping[str, Record]) -> list[Kind]:
    return [each for each in kinds_of(book, group) if each.key in found and len(found[each.key].now.marks) <= CROWD]


def _drawn(
    words: _Words, kinds: Sequence[Kind], found: Mapping[str, Record], signs: Mapping[str, str] = NO_SIGNS
) -> list[SafeString]:
    """Records as HTML: each drawn once for all that it says, and all together while none changes.

    ``signs`` are those that are known.
    """
    by_key = {kind.key: kind for kind in kinds}

    def draw(key: str) -> str:
        return render_to_string(RECORD, {"record": words.record(by_key[key], found[key])})

    said = {key: (signs.get(key) or found[key].sign, words.sign(found[key])) for key in by_key}
    group = {GROUP: list(said.items())}
    return list(kept_html(GROUP, group, lambda _group: "".join(kept_html(RECORD, said, draw).values())).values())


def gather_streaks(chosen: Chosen) -> dict[str, Any]:
    """Streaks and dice. Seven queries at most, with those of the choices."""
    records: Records = streaks_of(chosen.scope, chosen.team_list)
    scope = chosen.scope
    lucks = luck.lucks_in(scope, chosen.team_list)
    ends = [(_("Luckiest dice"), each, True) for each in lucks[:1] if each.off > 0]
    ends += [(_("Unluckiest dice"), each, False) for each in lucks[-1:] if each.off < 0]
    held = [(name, each, luck.spells_in(scope, chosen.team_list, lucky=best)) for name, each, best in ends]
    lucky = {spell.luck.team for _name, _each, spells in held for spell in spells}
    words = _Words(chosen, records, [*lucky, *(each.team for _name, each, _lucky in ends)])
    found = {record.key: record for record in records}
    kinds = _kinds(chosen.book, STREAK, found)
    return {
        **_common(chosen),
        "groups": [{"heading": _("Matches in a row"), "records": _drawn(words, kinds, found)}] if kinds else [],
        "dice": _dice(words, held, lucks),
        "fewest": luck.FEWEST,
    }


Held = tuple[str, Luck, Sequence[Spell]]
"""A record of dice: its name, who has it now, and who had it when."""


def _dice(words: _Words, held: Sequence[Held], lucks: Sequence[Luck]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "team": words.teams[each.team],
            "picture": words.teams[each.team].crest.html(CREST),
            "share": each.share,
            "dice": each.dice,
            "sum": each.sum,
            "expected": each.expected,
            "words": luck.luck_words(each, lucks),
            "reigns": [_spell(words, spell) for spell in reversed(spells)] if len(spells) > 1 else [],
            "former": len(spells) - 1,
        }
        for name, each, spells in held
        if each.team in words.teams
    ]


def _spell(words: _Words, spell: Spell) -> dict[str, Any]:
    return {
        "team": words.teams[spell.luck.team],
        "share": spell.luck.share,
        "dice": spell.luck.dice,
        "since": words.at(spell.since),
        "since_url": _match_url(spell.since),
    }


def _common(chosen: Chosen) -> dict[str, Any]:
    return {
        "league": chosen.league,
        "choices": Choices(chosen.fields()),
        "matches": len(PLAYED.of(chosen.scope)),
        **worth_keeping(chosen.known),
    }
