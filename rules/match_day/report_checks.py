"""Checks of a match report: hints while a coach types, and rules when the report is sent.

An edition names the parts that find what is impossible, does not add up, or is unlikely. They change nothing and ask
nothing. ``rules.match_day.casualties`` works out the effects of injuries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.book.edition import ReportCheck, Ruleset
from rules.match_day.cards import extra_players, known_cards
from rules.match_day.casualties import injured_players, no_such_roll
from rules.match_day.injury_checks import check_culprit, check_injuries
from rules.match_day.report_problem import Problem, SideChecked
from rules.match_day.victims import hired_injury_matters, killer_matters, someone_can_rise
from rules.sequence.explanations import RuleBroken, Violation
from rules.sequence.sequence import SIDES
from rules.sheet.match import (
    BROUGHT_BY_CARD,
    INDUCED_KINDS,
    RAISED,
    WIPED_OUT,
    InducedLine,
    MatchPlayed,
    PlayerLine,
    SideReport,
)
from rules.team.hired import shared

__all__ = [
    "Problem",
    "check_injuries",
    "check_report",
    "deeds_follow",
    "hired_players",
    "injuries_are_credited",
    "known_cards_played",
    "made_of",
    "no_star_on_both",
    "ended_once",
    "first_to_the_score",
    "players_lines",
    "possible_fame",
    "raised_or_not",
    "score_has_scorers",
    "scored_by_players",
    "took_part",
]


Checks = tuple[Callable[[SideChecked], Iterator[Problem]], ...]


def check_report(ruleset: Ruleset, match: MatchPlayed) -> tuple[Problem, ...]:
    """All problems of a match report, as the edition finds them.

    Problems with ``hint_only`` are allowed but unlikely; any other problem makes the report invalid.
    """
    return tuple(ruleset.edition.check_report(ruleset, match))


def made_of(*, match: Checks, side: Checks) -> ReportCheck:
    """The check of an edition's reports: parts about the whole match, which get the home side, and about each side."""

    def check(ruleset: Ruleset, played: MatchPlayed) -> Iterator[Problem]:
        home, away = (SideChecked(ruleset=ruleset, match=played, side=each) for each in SIDES)
        for of_match in match:
            yield from of_match(home)
        for checked in (home, away):
            for of_side in side:
                yield from of_side(checked)

    return check


def ended_once(checked: SideChecked) -> Iterator[Problem]:
    """The match ended in at most one way besides its score: concession, overtime, shoot-out, stopped (M3, N1, N2)."""
    match = checked.match
    result, home, away = match.result, match.reports.home.score, match.reports.away.score

    def problem(purpose: str, id: str, *, hint_only: bool = False) -> Problem:
        return checked.problem("result", purpose, id, whole=True, hint_only=hint_only)

    if result.conceded_by is None and result.conceded_before_kick_off:
        yield problem("conceding_early", "report.nobody_conceded")
    if result.conceded_by and (result.decided_by or result.decided_for):
        yield problem("match_result", "report.conceded_and_decided")
    ending = checked.ruleset.book.result
    if result.was_stopped:
        if result.decided_by == WIPED_OUT and not result.decided_for:
            yield problem("match_stopped", "report.nobody_left")
    elif bool(result.decided_by) != bool(result.decided_for):
        yield problem("match_result", "report.decided_by_halves")
    if result.conceded_by and not ending.concede:
        yield problem("conceding", "report.no_concession")
    if result.decided_by and result.decided_by not in (*ending.decided_by, *ending.stopped):
        yield problem("match_result", "report.unknown_decision")
    if result.decided_for and home != away and not result.was_stopped:
        leader = "home" if home > away else "away"
        if result.decided_by == "shoot_out" or leader != result.decided_for:
            yield problem("match_result", "report.decided_against_score")
    wanted = checked.ruleset.stage(match.terms).needs_winner and not match.may_be_level
    if match.winner() is None and result.decided_by != WIPED_OUT:
        if result.was_stopped and wanted:
            yield problem("match_stopped", "report.stopped_and_level")
        elif not result.decided_by and (wanted or not ending.draw):
            yield problem("match_result", "report.winner_wanted")
    if result.conceded_by and match.reports.of(result.conceded_by).score > min(home, away):
        yield problem("conceding", "report.leader_conceded", hint_only=True)


def first_to_the_score(checked: SideChecked) -> Iterator[Problem]:
    """A match that is played until a side has a certain score ends with it: the other side has less.

    If it was stopped, nobody has it.
    """
    wanted, match = checked.ruleset.book.result.won_at, checked.match
    if match.result.conceded_by is not None:
        return
    high, low = sorted((match.reports.home.score, match.reports.away.score), reverse=True)
    if wanted and match.result.was_stopped:
        if high >= wanted:
            yield checked.problem("result", "match_result", "report.won_before", whole=True, wanted=wanted)
    elif wanted and (high != wanted or low >= wanted):
        yield checked.problem("result", "match_result", "report.not_won", whole=True, wanted=wanted)


def no_star_on_both(home: SideChecked) -> Iterator[Problem]:
    """A star hired by both sides plays for neither (I3), unless the book or the league has it otherwise."""
    row = home.ruleset.book.inducements.get("star")
    if shared(home.ruleset) or (row is not None and row.for_both):
        return
    theirs = {line.name for line in home.opponent.report.induced if line.kind == "star"}
    for index, line in enumerate(home.report.induced, start=1):
        if line.kind == "star" and line.name in theirs:
            yield home.problem(f"induced.{index}", "stars", "report.star_for_both", star=line.name)


def possible_fame(checked: SideChecked) -> Iterator[Problem]:
    """FAME has a maximum, and only the side with more fans has any (M1)."""
    fame, most = checked.match.fame.of(checked.side), checked.ruleset.book.most_fame
    if not 0 <= fame <= most:
        yield checked.problem("fame", "fans", "report.fame", fame=fame, maximum=most)
    if fame > 0 and checked.side == "home" and checked.match.fame.away > 0:
        yield checked.problem("fame", "fans", "report.fame_for_both")


def known_cards_played(checked: SideChecked) -> Iterator[Problem]:
    """The cards played are in the book, there is one of each, and their targets are possible (S1, S5)."""
    theirs = {one.card for one in checked.opponent.report.cards or ()}
    counts = Counter(one.card for one in checked.report.cards or ())
    for name, times in counts.items():
        if name not in (card.name for card in checked.ruleset.book.cards):
            yield checked.problem("cards", "cards", "report.unknown_card", card=name[:60])
        elif times > 1 or name in theirs:
            yield checked.problem("cards", "cards", "report.card_twice", card=name)
    for card, one in known_cards(checked.ruleset, checked.report.cards):
        line = checked.opponent.sheet.player(one.player)
        if card.keeps_out and (line is None or line.misses_next):
            yield checked.problem("cards", "cards_on_roster", "report.nobody_kept_out", card=card.name)


def took_part(checked: SideChecked) -> Iterator[Problem]:
    """The players who took part are on the roster, do not miss the match, and are listed once."""
    for player, times in Counter(checked.report.took_part or ()).items():
        yield from checked.check_present("took_part", player)
        if times > 1:
            yield checked.problem("took_part", "points_earned", "report.listed_twice", player=player)


def players_lines(checked: SideChecked) -> Iterator[Problem]:
    """Every line belongs to a player who was there, is the only one of that player, and has possible numbers (M4)."""
    listed = Counter(line.player for line in checked.report.lines)
    for line in checked.report.lines:
        where = f"players.{line.player}"
        yield from checked.check_present(where, line.player)
        yield from _numbers(checked, where, line)
        if listed.pop(line.player, 1) > 1:
            yield checked.problem(where, "points_earned", "report.listed_twice", player=line.player)
        if line.deeds and checked.report.took_part is not None:
            yield from checked.check_took_part(where, line.player)


def hired_players(checked: SideChecked) -> Iterator[Problem]:
    """Hired players are of a kind that was hired, and their lines have possible numbers (G6, I1-I3)."""
    bought = checked.report.bought
    most = checked.ruleset.book.most_players(checked.sheet.team_list)
    if len(checked.report.induced) > most:
        yield checked.problem(
            "induced", "stars", "report.too_many_induced", count=len(checked.report.induced), most=most
        )
    for index, line in enumerate(checked.report.induced, start=1):
        where = f"induced.{index}"
        if line.kind == BROUGHT_BY_CARD:
            if line.name not in extra_players(checked.ruleset, checked.report.cards):
                yield checked.problem(where, "cards_on_roster", "report.not_brought", name=line.name[:60])
        elif line.kind == RAISED:
            yield from _raised(checked, where)
        elif line.kind not in INDUCED_KINDS:
            yield checked.problem(where, "hired_players", "report.unknown_kind", kind=line.kind[:40])
        elif bought is not None and line.kind not in bought:
            yield checked.problem(where, "hired_players", "report.not_hired", kind=line.kind)
        yield from _numbers(checked, where, line)
        if line.casualty:
            yield from _induced_injury(checked, where, line)


def _induced_injury(checked: SideChecked, where: str, line: InducedLine) -> Iterator[Problem]:
    """A hired player's injury is a D68 roll, and is reported only if it has an effect (I3, J8)."""
    ruleset, theirs = checked.ruleset, checked.opponent
    if killer_matters(ruleset, line, theirs.sheet, theirs.report.induced):
        yield from check_culprit(checked, where, line.injury)
    if not hired_injury_matters(ruleset, line, theirs.sheet, theirs.report.induced):
        yield checked.problem(where, "stars", "report.star_injury_waived")
    elif not ruleset.book.casualty_table.has(line.casualty):
        wrong = no_such_roll(ruleset, ruleset.book.casualty_table, line.casualty)
        yield Problem(where=f"{checked.side}.{where}", violation=wrong)


def _raised(checked: SideChecked, where: str) -> Iterator[Problem]:
    """At most one Zombie rises in a match: on a team with a Necromancer, from an opponent who stayed dead (J8)."""
    if sum(line.kind == RAISED for line in checked.report.induced) > 1:
        yield checked.problem(where, "raising", "raise.one_zombie")
    if _can_raise(checked) is False:
        yield checked.problem(where, "raising", "report.nobody_raised")


def raised_or_not(checked: SideChecked) -> Iterator[Problem]:
    """A Necromancer who could raise somebody, and a report that names nobody: who rose can be MVP (J8, G1)."""
    rules = dict(checked.ruleset.house.values)
    if rules.get("raised_in_match", "none") == "none" or any(line.kind == RAISED for line in checked.report.induced):
        return
    if _can_raise(checked):
        yield checked.problem("induced", "raising", "report.raised_or_not", hint_only=True)


def _can_raise(checked: SideChecked) -> bool | None:
    """Whether the side could raise an opponent in the match; None if the opponent's injuries cannot be read."""
    sheet, report, facts = checked.opponent.sheet, checked.opponent.report, checked.opponent.facts
    try:
        hurts = injured_players(checked.ruleset, sheet, report.injuries, report.bought, report.cards, facts)
    except RuleBroken:
        return None
    return someone_can_rise(checked.ruleset, checked.sheet, checked.report, sheet, report, hurts)


def _numbers(checked: SideChecked, where: str, line: PlayerLine | InducedLine) -> Iterator[Problem]:
    known = {deed.key: deed.most for deed in checked.ruleset.book.deeds.values() if not deed.awarded}
    for what, count in line.deeds:
        maximum = known.get(what, 0)
        if not 0 <= count <= maximum:
            yield checked.problem(
                f"{where}.{what}", "points_earned", "report.out_of_bounds", what=what, count=count, maximum=maximum
            )


def score_has_scorers(checked: SideChecked) -> Iterator[Problem]:
    """Every point of the score has a scorer: a player of the side or a hired one (M3, M4)."""
    report = checked.report
    maximum = max(deed.most for deed in checked.ruleset.book.deeds.values() if deed.scores)
    if not 0 <= report.score <= maximum:
        yield checked.problem("score", "match_result", "report.score", count=report.score, maximum=maximum)
        return
    scored = scored_by_players(checked.ruleset, report)
    missing = report.score - scored
    if missing > 0:
        yield checked.problem(
            "score", "points_earned", "report.no_scorer", missing=missing, score=report.score, scored=scored
        )
    if missing < 0:
        yield checked.problem(
            "score", "points_earned", "report.too_many_scorers", over=-missing, score=report.score, scored=scored
        )


def scored_by_players(ruleset: Ruleset, report: SideReport) -> int:
    """What a side's own and hired players scored."""
    scoring = [deed.key for deed in ruleset.book.deeds.values() if deed.scores]
    lines: tuple[PlayerLine | InducedLine, ...] = (*report.lines, *report.induced)
    return sum(line.deed(key) for line in lines for key in scoring)


def deeds_follow(checked: SideChecked) -> Iterator[Problem]:
    """A side has no fewer of a deed than of the one that it follows: every pass that succeeds is caught."""
    lines: tuple[PlayerLine | InducedLine, ...] = (*checked.report.lines, *checked.report.induced)
    deeds = checked.ruleset.book.deeds
    for deed in deeds.values():
        if not deed.follows:
            continue
        count, wanted = (sum(line.deed(key) for line in lines) for key in (deed.key, deed.follows))
        if count < wanted:
            args: dict[str, int | str] = {"what": deed.key, "followed": deed.follows, "count": count, "wanted": wanted}
            args_ = tuple(args.items())
            wrong = Violation(id="report.fewer_that_follow", args=args_, **checked.ruleset.source("points_earned"))
            yield Problem(where=f"{checked.side}.score", violation=wrong)


def injuries_are_credited(checked: SideChecked) -> Iterator[Problem]:
    """A player is credited with the injuries that they caused in a way that counts (M4).

    More than injuries are possible only if the opponent had players whose injuries are not listed.
    """
    credited = checked.ruleset.book.credited
    if credited is None:
        return
    opponent, causes = checked.opponent, checked.ruleset.credited_causes
    casualties = [each for each in opponent.report.injuries if each.is_casualty and each.cause in causes]
    caused = Counter(injury.by for injury in casualties if injury.by)
    claimed = Counter({line.player: line.deed(credited.key) for line in checked.report.lines})
    for player in dict.fromkeys((*caused, *claimed)):
        if checked.sheet.player(player) is None or caused[player] == claimed[player]:
            continue
        yield checked.problem(
            f"players.{player}.{credited.key}",
            "points_earned",
            "report.casualty_not_credited" if caused[player] > claimed[player] else "report.casualty_without_injury",
            hint_only=caused[player] < claimed[player] and opponent.has_unlisted,
            player=player,
            claimed=claimed[player],
            caused=caused[player],
        )
    by_induced = sum(injury.by_induced for injury in casualties)
    if by_induced > sum(line.deed(credited.key) for line in checked.report.induced):
        yield checked.problem(
            "induced", "points_earned", "report.induced_casualties", hint_only=True, caused=by_induced
        )
