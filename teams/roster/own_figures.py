"""The figures that a commissioner can correct, in words; and corrections of their own team, to which others agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.agreements.own_matches import follow_open
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from rules.book.book import Book
from rules.correcting.manual_correction import ManualCorrection
from teams.extensions import coach_changed
from teams.ledger import ledger
from teams.ledger.manual_correction import CORRECT, correct_figure, subject_of
from teams.models import Team, TeamState
from teams.selectors import names_of

PLAYER_FIGURES = (
    ("spp", gettext_lazy("Star player points")),
    ("cost", gettext_lazy("Cost, in gp")),
    ("misses_next", gettext_lazy("Misses the next match (1), or does not (−1)")),
    ("characteristic", gettext_lazy("A characteristic")),
    ("learned", gettext_lazy("Add a skill (the number is its cost in gp)")),
    ("forgotten", gettext_lazy("Remove a skill (the number is its cost in gp, below 0)")),
    ("back", gettext_lazy("Bring back a player who left or died")),
)


WITHOUT_COSTS = {"learned": gettext_lazy("Add a skill"), "forgotten": gettext_lazy("Remove a skill")}
CALLED_OTHERWISE = {"learned": gettext_lazy("%(skills)s: add one"), "forgotten": gettext_lazy("%(skills)s: remove one")}
"""These in a book that has something else where others have skills."""


def team_figures(book: Book) -> list[tuple[str, Any]]:
    """What can be corrected of a team besides its staff, as far as the book has it, in the book's words."""
    purses = [(purse.key, _("%(purse)s, in gp") % {"purse": purse.name}) for purse in book.purses.values()]
    return [*purses, *((good.key, good.name) for good in book.goods.values())]


def player_figures(book: Book) -> list[tuple[str, Any]]:
    """What can be corrected of a player, as far as the book has it: its conditions come after points and cost."""
    labels: dict[str, Any] = {"spp": _(book.points_called.name), **({} if book.with_costs else WITHOUT_COSTS)}
    if book.skills_called:
        labels |= {key: text % {"skills": _(book.skills_called)} for key, text in CALLED_OTHERWISE.items()}
    lacking = set() if book.with_costs else {"cost"}
    conditions = [(each.key, _(each.name)) for each in book.conditions.values()]
    figures = [*PLAYER_FIGURES[:2], *conditions, *PLAYER_FIGURES[2:]]
    return [(figure, labels.get(figure, label)) for figure, label in figures if figure not in lacking]


def _team_of(agreement: Agreement) -> Team:
    return Team.objects.select_related("league", "coach", "ruleset").get(pk=agreement.args["team"])


def _word_of(agreement: Agreement) -> ManualCorrection:
    return ManualCorrection(**{name: agreement.args[name] for name in ("figure", "amount", "player", "name")})


def _still_open(agreement: Agreement) -> bool:
    """As long as the asker still coaches the team, and it was not retired."""
    return Team.objects.active().filter(pk=agreement.args["team"], coach=agreement.by_id).exists()


def _carry_out(agreement: Agreement, agreed_by: User) -> None:
    team = _team_of(agreement)
    correct_figure(
        team=team,
        by=agreement.by,
        expected=TeamState.objects.get(team=team).seq,
        word=_word_of(agreement),
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


def _words(agreement: Agreement) -> Mapping[str, str]:
    team = _team_of(agreement)
    return {"team": team.name, "what": words_of(team, _word_of(agreement))}


def words_of(team: Team, word: ManualCorrection) -> str:
    """A correction in one line: the figure, what or whom it is about, and by how much."""
    labels: dict[str, Any] = dict((*team_figures(team.book), *player_figures(team.book)))
    about = [word.name] if word.name else []
    if word.player:
        about.append(names_of(team).get(word.player) or _number_of(team, word.player))
    amount = [f"{word.amount:+,}"] if word.amount else []
    figure = str(labels.get(word.figure) or word.figure)
    return f"{figure}: {', '.join([*about, *amount])}"


def _number_of(team: Team, player: int) -> str:
    sheet = ledger.sheet_in(TeamState.objects.get(team=team))
    lines = [*sheet.players, *(departed.line for departed in sheet.departed)]
    return next((f"{line.number}" for line in lines if line.player == player), "")


agreement_kinds.add(
    AgreementKind(
        id=CORRECT,
        text=_("{by} asks to correct a figure of {team} ({what})"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=lambda agreement: reverse("teams:correct", args=[agreement.subject.partition(":")[2]]),
        words=_words,
    )
)


@coach_changed.add
def follow_questions(team: Team) -> None:
    """What was asked about a team that has changed hands or was retired waits for nobody."""
    follow_open(team.league, subject_of(team))
