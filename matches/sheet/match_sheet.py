"""The data of a printed match sheet: for playing before the report, as a record after it.

This module collects and words it; ``matches.sheet.pdf`` draws it. The same match gives the same print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.cards.cards import in_hand
from matches.cards.page import shown_play
from matches.casualty_words import casualty_die
from matches.extensions import occasion_of
from matches.models import Match, PlayerLine
from matches.pages.aftermath import aftermath
from matches.pages.match_page import weather_words
from matches.report.result_words import ending_words
from matches.report.score_sheet import away_words, injuries_of
from matches.sequence.bought import bought_words
from matches.sequence.closing import figures_of
from matches.sequence.hired import HiredPlayer, hired_players, kind_words
from matches.sequence.match_facts import stored
from matches.sequence.presentation import WORTH, after_the_match, known_facts
from matches.sequence.sequences import MatchState
from matches.sheet.at_the_table import skill_rerolls
from matches.sheet.table_words import agreements, goes_to_overtime, kick_off_line
from matches.wording import pairing
from rules.book.book import Book
from rules.match_day.cards import kept_out
from rules.match_day.facts import rerolls_by
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import InducedLine, SideReport
from rules.sheet.match import PlayerLine as ReportedLine
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import extra_rerolls, is_dead
from rules.team.profile import written
from rules.team.value import fan_factor, rerolls
from rules.words.words import k, say_earnings, say_worth
from teams.presentation.figures import ShownFigure, shown_figure
from teams.presentation.injury_words import marks
from teams.presentation.worn import worn_by
from web.crests.crest import crest_in
from web.crests.paper import Worn


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPlayer:
    """A line of the sheet; ``counts`` and ``note`` are empty boxes until there is a report."""

    number: str
    name: str
    position: str
    profile: tuple[str, ...] = ()
    skills: str = ""
    spp: str = ""
    counts: tuple[str, ...]
    note: str = ""
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSide:
    """A side of the sheet. ``rerolls`` come each half, and so do ``more_rerolls``, by the skill that brings them."""

    team: str
    about: str
    figures: tuple[tuple[str, str], ...]
    rerolls: int
    rerolls_name: str
    more_rerolls: tuple[tuple[str, int], ...]
    score: str
    players: tuple[PrintedPlayer, ...]
    words: tuple[tuple[str, str], ...]
    worn: Worn = field(default_factory=Worn)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """The whole sheet. ``characteristics`` are the headings of the profiles, ``deeds`` those of the counts.

    ``skills`` and ``points`` are headings too. ``legend`` explains abbreviations.

    It is played for so many ``halves`` of so many ``turns``; ``overtime``: a level match goes on for more turns.
    ``kick_off`` is the book's table in one line, with its dice before it. ``fields`` are headings of places to write
    on, ``bays`` those of the parts of a dugout; empty if the book has none.
    """

    title: str
    league: str
    facts: str
    characteristics: tuple[str, ...]
    deeds: tuple[str, ...]
    points: str
    skills: str
    legend: str
    halves: int
    turns: int
    overtime: bool
    casualty_die: str
    sides: tuple[PrintedSide, PrintedSide]
    agreements: tuple[str, ...]
    cards: tuple[str, ...]
    kick_off: tuple[str, str] = ("", "")
    fields: tuple[str, ...] = ()
    bays: tuple[str, ...] = ()
    worn: Worn = field(default_factory=Worn)


def match_sheet(state: MatchState) -> MatchSheet:
    """The sheet of a match whose rosters are frozen."""
    after = aftermath(state)
    worn = worn_by(state.teams[side] for side in SIDES)
    home, away = (_side(state, side, after.get(side), worn[state.teams[side].pk]) for side in SIDES)
    return MatchSheet(
        title=pairing(home.team, away.team),
        league=state.match.league.name,
        facts=" · ".join(_facts(state)),
        characteristics=tuple(name for name, _long in state.ruleset.book.characteristic_names),
        points=_(state.ruleset.book.points_called.short),
        skills=_(state.ruleset.book.skills_called or "Skills").upper(),
        deeds=tuple(deed.short for deed in state.ruleset.book.reported),
        legend=_legend(state),
        halves=state.ruleset.book.result.halves,
        turns=state.ruleset.book.result.turns,
        overtime=goes_to_overtime(state),
        casualty_die=casualty_die(state.ruleset.book).name,
        sides=(home, away),
        agreements=tuple(_agreements(state)),
        cards=tuple(_cards(state)),
        kick_off=kick_off_line(state.ruleset.book),
        fields=tuple(_fields(state)),
        bays=bays_of(state.ruleset.book),
        worn=Worn(crest_in(state.match.league.crest)),
    )


def _legend(state: MatchState) -> str:
    """What the abbreviations of the sheet mean."""
    points = state.ruleset.book.points_called
    terms = [*state.ruleset.book.characteristic_names, (_(points.short), _(points.many))]
    terms += [(deed.short, deed.many) for deed in state.ruleset.book.reported]
    if state.ruleset.book.gate is not None:
        terms += [(_("FAME"), _("how much more popular a team is than its opponent"))]
    die = casualty_die(state.ruleset.book)
    terms += [(die.name, die.how)] if die.how else []
    terms += [(_("k"), _("thousands of gold pieces"))] if state.ruleset.book.with_costs else []
    return "; ".join(f"{short} {long}" for short, long in terms)


def _facts(state: MatchState) -> list[str]:
    match, weather = state.match, weather_words(state)
    occasion = occasion_of(match)
    found = [occasion.words] if occasion else []
    stage = "" if match.stage == Match.Stage.LEAGUE else str(match.get_stage_display())
    if stage and not (occasion and occasion.round):
        found.append(stage)
    if match.played_on:
        found.append(date_format(match.played_on, "j F Y"))
    if weather:
        found.append(f"{weather.name}: {weather.effect.removesuffix('.')}")
    if match.gate:
        found.append(_("%(gate)s spectators") % {"gate": f"{match.gate:,}"})
    if ended := ending_words(state):
        found.append(ended)
    return found


def _fields(state: MatchState) -> Iterator[str]:
    """What the book lets coaches roll or choose at the table, and is not known yet."""
    book = state.ruleset.book
    if book.weather and weather_words(state) is None:
        yield _("Weather")
    if book.kick_off:
        yield from (_("Kick-off, half %(half)d") % {"half": half} for half in range(1, book.result.halves + 1))
    if book.awarded is not None:
        yield from (f"{book.awarded.short}, {state.teams[side].name}" for side in SIDES)


def bays_of(book: Book) -> tuple[str, ...]:
    """The parts of a dugout, for a book whose matches have halves: players come back for a kick-off."""
    if not book.result.halves:
        return ()
    hurt = book.credited.many.capitalize() if book.credited is not None else _("Injured")
    return (_("Reserves"), _("Knocked out"), hurt)


def _agreements(state: MatchState) -> list[str]:
    """What the league agreed about play on the pitch."""
    return [f"{each['name']}: {each['value']}. {each['help']}" for each in agreements(state.ruleset)]


def _cards(state: MatchState) -> list[str]:
    """Played cards, one line each; of the others only the number."""
    found = []
    for row in state.card_plays:
        play = shown_play(state, row)
        on = _(" on %(player)s") % {"player": play["on"]} if play["on"] else ""
        found.append(f"{play['team']}: {play['name']} ({play['time']}){on}. {play['effect']}")
    for side in SIDES:
        if hidden := len(in_hand(state, side)):
            found.append(_("%(team)s holds %(count)d more.") % {"team": state.teams[side].name, "count": hidden})
    return found


def _side(state: MatchState, side: Side, after: list[str] | None, worn: Worn) -> PrintedSide:
    row, sheet = state.sides[side], state.sheets.of(side)
    reported = state.reported
    report = reported.sides.of(side) if reported is not None else None
    own_rerolls = rerolls(state.ruleset, sheet) + extra_rerolls(state.ruleset, state.bought.of(side))
    team, staff = row.team, state.ruleset.book.staff
    book = state.ruleset.book
    figures = [(book.worth.name, say_worth(book, row.team_value or 0))] if book.worth is not None else []
    if "fan_factor" in book.goods:
        figures.append((book.goods["fan_factor"].on_paper, str(fan_factor(state.ruleset, sheet))))
    if row.fame is not None:
        figures.append((_("FAME"), f"+{row.fame}" if row.fame else "0"))
    figures += [(each.label, each.amount) for each in known_facts(state, side) if not each.note]
    figures += [
        (staff[kind].name if count == 1 else staff[kind].plural, str(count)) for kind, count in sheet.staff if count
    ]
    if row.winnings is not None and book.with_costs:
        figures.append((say_earnings(book, _), k(row.winnings)))
    return PrintedSide(
        team=team.name,
        about=", ".join(filter(None, (team.team_list, team.coached_by))),
        figures=tuple(figures),
        rerolls=own_rerolls + rerolls_by(book, stored(state.match), side, own_rerolls),
        rerolls_name=book.goods["rerolls"].on_paper if "rerolls" in book.goods else "",
        more_rerolls=tuple(skill_rerolls(state, side)),
        score="" if report is None else str(report.score),
        players=(*_roster(state, side, report), *_hired(state, side, report)),
        words=(*_words(state, side), *_after(state, side, after)),
        worn=worn,
    )


def _with_amount(fact: ShownFigure) -> str:
    """What a fact means at the table, after its number if it has one."""
    return f"{fact.amount}. {fact.note}" if any(map(str.isdigit, fact.amount)) else fact.note


def _words(state: MatchState, side: Side) -> list[tuple[str, str]]:
    none = _("not chosen yet") if state.match.state == Match.State.PRE_MATCH else _("none")
    bought = (_(state.ruleset.book.inducements_called.name), ", ".join(bought_words(state, side)) or none)
    found = [bought] if state.ruleset.book.inducements else []
    found += [(each.label, _with_amount(each)) for each in known_facts(state, side) if each.note]
    if state.reported is not None:
        injuries = [f"{each.who}: {each.result} ({each.details})" for each in injuries_of(state, side, state.reported)]
        found.append((_("Injuries"), "; ".join(injuries) or _("none")))
    return found


def _after(state: MatchState, side: Side, lines: list[str] | None) -> list[tuple[str, str]]:
    """A closed match's effects on a side: new skills, departures, arrivals, fans and value."""
    if lines is None:
        return []
    stored = figures_of(state.sides[side].figures)
    shown = [*after_the_match(stored), *([WORTH] if WORTH in stored else [])]
    figures = [shown_figure(stored[name], state.names, state.ruleset.book) for name in shown]
    texts = [*lines, *(f"{figure.label} {figure.amount}" for figure in figures)]
    return [(_("After the match"), "; ".join(texts) or _("nothing"))]


def _roster(state: MatchState, side: Side, report: SideReport | None) -> list[PrintedPlayer]:
    absent = kept_out(state.ruleset, state.played, side) if report is not None else frozenset()
    notes = _notes(state, side, report) if report is not None else {}
    return [
        _player(state, line, report, notes.get(line.player, ""), line.misses_next or line.player in absent)
        for line in state.sheets.of(side).players
    ]


def _conditions(book: Book, line: PlayerSheet) -> Iterator[str]:
    """What lasts of a player's injuries, for the column of skills."""
    for each in book.conditions.values():
        if count := line.condition(each.key):
            yield f"{each.key.replace('_', ' ')}: {count}"


def _player(state: MatchState, line: PlayerSheet, report: SideReport | None, note: str, absent: bool) -> PrintedPlayer:
    book = state.ruleset.book
    return PrintedPlayer(
        number="" if line.endless else str(line.number),
        name=state.names.get(line.player, ""),
        position=line.position,
        profile=tuple(written(book, line, name) for name, _value in line.profile),
        skills=", ".join((*marks(book, line), *line.skills, *_conditions(book, line))),
        spp=str(line.spp - line.spent),
        counts=_counts(state, report.line(line.player) if report is not None else None),
        note=_("does not play") if absent else note,
        absent=absent,
    )


def _notes(state: MatchState, side: Side, report: SideReport) -> Mapping[int, str]:
    """What befell each player: awards and death once the match counts, and how long an injury keeps them away."""
    rows = PlayerLine.objects.filter(side=state.sides[side].pk, player__isnull=False).rows("player", "died")
    awarded = [deed for deed in state.ruleset.book.deeds.values() if deed.awarded]
    found = {injury.player: [words] for injury in report.injuries if (words := away_words(state, injury))}
    for row in rows:
        counts = [(deed.short, row["deeds"].get(deed.key, 0)) for deed in awarded]
        awards = [short if count == 1 else f"{count} × {short}" for short, count in counts if count]
        away = [_("dead")] if row["died"] else found.get(row["player"], [])
        found[row["player"]] = [*awards, *away]
    return {player: ", ".join(words) for player, words in found.items()}


def _hired(state: MatchState, side: Side, report: SideReport | None) -> list[PrintedPlayer]:
    """The players hired for the match and, once reported, those raised in it."""
    players = hired_players(state, side)
    done = report.induced if report is not None else ()
    counts = [_counts(state, line) for line in done]
    raised = (HiredPlayer(kind=line.kind, name=line.name) for line in done[len(players) :])
    return [
        PrintedPlayer(
            number="",
            name=each.name,
            position=kind_words(state.ruleset.book, each.kind),
            profile=tuple(figure for _name, figure in state.ruleset.book.written(each.profile)),
            skills=", ".join(each.skills),
            counts=counts[nth] if nth < len(counts) else _counts(state, None),
            note=_("dead") if nth < len(done) and is_dead(state.ruleset, done[nth]) else "",
        )
        for nth, each in enumerate((*players, *raised))
    ]


def _counts(state: MatchState, line: ReportedLine | InducedLine | None) -> tuple[str, ...]:
    return tuple(str(line.deed(deed.key) or "") if line is not None else "" for deed in state.ruleset.book.reported)
