"""Options that a commissioner sets for one new team alone, such as fewer star points for an experienced coach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from leagues import log
from leagues.agreements.own_teams import deed_about_team, refuse_alone, said_before
from leagues.agreements.who_agrees import Deed
from leagues.books import stored_edition
from leagues.extensions import packs_in_use
from leagues.models import League, Ruleset
from leagues.options import field_for, worded
from leagues.services import locked
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from rules.book.entered.packs import pack_option, read_pack
from rules.book.house_rules import HouseRulesError
from rules.book.rows.options import PACK, Option
from teams.access import team_for
from teams.building.checks import need_state, write
from teams.building.drafting import NOT_A_DRAFT
from teams.extensions import OfferedPack, offered_packs
from teams.models import Team
from teams.selectors import team_url
from web.crests.shown import shown_crest
from web.errors import Message, Refusal
from web.submission import VersionedForm, get_or_post, submit

SET_FOR_TEAM = log.kind(
    "teams.own_rules", gettext_lazy("{by} set house rules for the new team {team} alone: {rules}."), reasoned=True
)
NO_OWN_RULES = Message(
    id="teams.no_own_rules",
    text=gettext_lazy("No rules can be set for {team} alone: it comes from elsewhere, or its book has no such rules."),
    remedy=gettext_lazy("It plays by the rules of the league."),
    status=409,
)
AS_IN_LEAGUE = gettext_lazy("as in the league")


def options_of(team: Team) -> dict[str, Option]:
    """The options of its book that can be set for one team."""
    return {name: option for name, option in team.book.options.items() if option.for_one_team}


def can_be_set(team: Team) -> bool:
    """Whether options can be set for a draft alone: not for one from elsewhere, nor by a book without such options."""
    return not team.from_elsewhere and bool(options_of(team))


def shown(team: Team) -> list[tuple[str, str]]:
    """What was set for this team alone: the name of each option and its value in words."""
    options = {name: option for name, option in team.book.options.items() if option.for_one_team or option.type == PACK}
    return [(options[name].label, worded(options[name], value)) for name, value in team.own_rules.items()
            if name in options]  # fmt: skip


def set_rules(*, team: Team, expected: int, by: User, values: Mapping[str, Any], reason: str) -> Team:
    """Sets options for a draft alone; what is as in the league is left out. Dice that were rolled for it stay.

    A commissioner does not set them for their own team, unless there is nobody else. Raises ``Refusal``,
    ``StaleVersion``, or ``HouseRulesError`` for values that the book does not allow.
    """
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    if not can_be_set(team):
        raise Refusal(NO_OWN_RULES, team=team.name)
    with transaction.atomic():
        league = locked(team.league)
        refuse_alone(setting(team, by))
        team.league = league
        row, options = team.league_rules, options_of(team)
        own = {name: value for name, value in values.items() if value != row.values.get(name, options[name].default)}
        editions.ruleset(row.edition, row.values | own)
        own = {name: value for name, value in team.own_rules.items() if name not in options} | own
        team = write(team, expected, {"own_rules": own})
        chosen = [(options[name], value) for name, value in own.items() if name in options]
        said = "; ".join(f"{option.label}: {worded(option, value)}" for option, value in chosen)
        words = {"team": team.name, "rules": said or str(AS_IN_LEAGUE)}
        log.record(SET_FOR_TEAM, league=league, by=by, about=team.coach, reason=reason, **words)
        return team


def packs_of(league: League) -> list[OfferedPack]:
    """The packs by which new teams of a league can be built, besides its house rules; not one that fits no more."""
    found = [pack for function in offered_packs for pack in function(league)]
    books = {
        edition: league.ruleset_for(edition).rules().book_without_pack for edition in {pack.edition for pack in found}
    }
    return [pack for pack in found if not read_pack(books[pack.edition], pack.text).problems]


@packs_in_use.add
def packs_built_by(league: League, edition: str) -> list[tuple[str, str]]:
    """The packs for new teams of a book, and those of teams that are being built, each by what it is for."""
    stored = stored_edition(league, edition)
    found = [(pack.name, pack.text) for pack in packs_of(league) if pack.edition == stored]
    building = league.teams.filter(founded_at=None, edition=stored).exclude(state=Team.State.RETIRED)
    option = pack_option(league.ruleset_for(edition).book)
    rows = building.exclude(own_rules={}).values_list("name", "own_rules")
    return [*found, *((name, own[option]) for name, own in rows if own.get(option))]


def by_pack(ruleset: Ruleset, pack: OfferedPack | None) -> PlayedRules:
    """A league's rules for new teams, with this pack instead of its own."""
    if pack is None:
        return ruleset.rules()
    return editions.ruleset(ruleset.edition, ruleset.values | _as_rules(ruleset.book, pack))


def as_own_rules(book: Book, pack: OfferedPack) -> dict[str, str]:
    """What a new team that is built by a pack stores of it."""
    return {**_as_rules(book, pack), "pack_of": pack.key}


def _as_rules(book: Book, pack: OfferedPack) -> dict[str, str]:
    return {pack_option(book): pack.text} if pack.text else {}


def follow_pack(league: League, pack: OfferedPack) -> None:
    """Lets the teams that are being built by a pack go on by its new text; by the league's house rules for an empty
    one. Their coaches see what does not fit."""
    waiting = league.teams.filter(founded_at=None, own_rules__pack_of=pack.key)
    for team in waiting.exclude(state=Team.State.RETIRED):
        kept = {name: value for name, value in team.own_rules.items() if name not in as_own_rules(team.book, pack)}
        kept.pop(pack_option(team.book), None)
        own = {**kept, **as_own_rules(team.book, pack)} if pack.text else kept
        write(team, team.version, {"own_rules": own})


def setting(team: Team, by: User | None) -> Deed:
    """Setting options for one team: not alone for one's own."""
    return deed_about_team(
        kind="teams.own_rules",
        subject=f"team:{team.public_id}",
        league=team.league,
        by=by,
        coaches={team.coach_id},
        name=team.name,
    )


class OwnRulesForm(VersionedForm):
    """The options that can be set for one team; a field without a value is as in the league."""

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": team.version}, **kwargs)
        self.team, values = team, team.league_rules.values
        for name, option in options_of(team).items():
            in_league = values.get(name, option.default)
            field = self.fields[name] = field_for(option, team.own_rules.get(name, in_league))
            said = _("%(help)s In the league: %(value)s.")
            field.help_text = said % {"help": option.help, "value": worded(option, in_league)}
        self.fields["reason"] = forms.CharField(
            label=_("Reason"), max_length=500, help_text=_("Members see it in the league's log.")
        )

    def clean(self) -> dict[str, Any]:
        """Refuses values that the book does not allow, each at its field."""
        cleaned = super().clean() or self.cleaned_data
        row = self.team.league_rules
        try:
            editions.ruleset(row.edition, row.values | self.values(cleaned))
        except HouseRulesError as refused:
            for problem in refused.problems:
                if problem.option in self.fields:
                    self.add_error(problem.option, forms.ValidationError(problem.say(_), code=problem.message))
        return cleaned

    def values(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The entered values by option."""
        return {name: cleaned[name] for name in options_of(self.team) if cleaned.get(name) is not None}

    def values_of(self, current: Team) -> dict[str, Any]:
        """The values that are stored now."""
        return {name: current.own_rules.get(name, "") for name in options_of(current)}


@get_or_post
def change(request: HttpRequest, team: str) -> HttpResponse:
    """Set options for a draft alone."""
    found = team_for(request, team)
    if not (found.state == Team.State.DRAFT and can_be_set(found)) and request.method != "POST":
        return redirect(team_url(found))
    form = OwnRulesForm.of(request, team=found)

    def save() -> str:
        typed = form.cleaned_data
        more = {"values": form.values(typed), "reason": typed["reason"]}
        return str(set_rules(team=found, expected=typed["version"], by=request.user, **more).public_id)

    if submit(request, form, "own_rules", save):
        messages.success(request, _("The rules for this team are set."))
        return redirect("teams:build", found.public_id)
    context = {"team": found, "form": form, "badge": shown_crest(found), **said_before(setting(found, request.user))}
    return render(request, "teams/building/own_rules.html", context, status=form.status)
