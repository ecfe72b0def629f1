"""Pages of trophies: the list, one trophy, making, awarding and revoking it, and the gifts of majors."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import by_name
from competitions.access import marks_of, runs_it
from competitions.models import Holding, Trophy, TrophyPicture
from competitions.trophies import awarding, gifts, revocation, trophies
from competitions.trophies import page as pages
from competitions.trophies.books import has_trophy
from competitions.trophies.champions import all_champions
from competitions.trophies.final_places import place_gold, proposed_for
from competitions.trophies.forms import (
    AwardForm,
    BestPlayerForm,
    ChangeTrophyForm,
    FavourForm,
    GiftsForm,
    RevokeTrophyForm,
    TrophyForm,
)
from leagues.access import league_for, prepare_request
from leagues.books import books_of
from leagues.changes import version_of
from leagues.citations import cited
from leagues.models import League
from rules.team.gifts import gifts_for, most_prize_gold
from rules.words.words import k
from teams.access import coaches
from teams.models import Player, Team
from teams.selectors import names_of, rosters_of
from web import policy
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept
from web.submission import CommandForm, get_or_post, submit


@require_safe
def cabinet(request: HttpRequest, slug: str) -> HttpResponse:
    """A league's trophies and who holds them."""
    league = league_for(request, slug)
    parts = Kept(
        ("competitions/trophies/_cabinet.html",),
        version=version_of(league),
        args=(league.pk,),
        gather=lambda: {"trophies": pages.cabinet(league)},
    )
    context = {"parts": parts, "runs_it": runs_it(request)}
    return visitors_page(request, "competitions/trophies/cabinet.html", context, [parts])


@require_safe
def champions(request: HttpRequest, slug: str) -> HttpResponse:
    """The champions of a league's finished competitions."""
    league = league_for(request, slug)
    parts = Kept(
        ("competitions/trophies/_all_champions.html",),
        version=version_of(league),
        args=(league.pk, "champions"),
        gather=lambda: {"won": all_champions(league)},
    )
    return render(request, "competitions/trophies/champions.html", {"parts": parts})


@require_safe
def trophy(request: HttpRequest, slug: str, trophy: str) -> HttpResponse:
    """One trophy, what it does, and its history."""
    league = league_for(request, slug)
    found = pages.trophy_in(league, trophy)
    parts = Kept(
        ("competitions/trophies/_trophy.html",),
        version=version_of(league),
        args=(league.pk, found.address),
        marks=marks_of(request),
        gather=lambda: {
            "league": league,
            "trophy": found,
            "shown": pages.shown_trophy(league, found),
            "history": pages.history_of(found),
        },
    )
    context = {
        "trophy": found,
        "parts": parts,
        "runs_it": runs_it(request),
        "best_player": runs_it(request) and bool(gifts.best_player_in(league, found.key)),
    }
    return visitors_page(request, "competitions/trophies/trophy.html", context, [parts])


@require_safe
def picture(request: HttpRequest, slug: str, trophy: str) -> HttpResponse:
    """A trophy's picture."""
    league = league_for(request, slug)
    found = pages.trophy_in(league, trophy)
    row = TrophyPicture.objects.filter(trophy=found.pk).first() if found.pk else None
    if row is None:
        raise Http404
    headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(row.image), content_type="image/png", headers=headers)


@get_or_post
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """A trophy of the commissioner's own."""
    league = league_for(request, slug)
    form = TrophyForm.of(request)

    def carry_out() -> str:
        typed = {name: form.cleaned_data[name] for name in ("name", "description", "for_players", "picture")}
        return trophies.make_trophy(league=league, by=request.user, **typed).address

    address = submit(request, form, "make_trophy", carry_out)
    if address:
        messages.success(request, _("Trophy created."))
        return redirect("competitions:trophy", slug, address)
    return _form_page(request, form, title=_("Create a trophy"), submit_text=_("Create trophy"))


@get_or_post
def change(request: HttpRequest, slug: str, trophy: str) -> HttpResponse:
    """Another name, description or picture."""
    found = pages.trophy_in(league_for(request, slug), trophy)
    form = ChangeTrophyForm.of(request, trophy=found)

    def carry_out() -> str:
        typed = {name: form.cleaned_data[name] for name in ("name", "description", "picture")}
        typed["bare"] = form.cleaned_data.get("bare", False)
        changed = trophies.change_trophy(trophy=found, by=request.user, expected=form.cleaned_data["version"], **typed)
        return changed.address

    if submit(request, form, "change_trophy", carry_out):
        messages.success(request, _("Trophy saved."))
        return redirect("competitions:trophy", slug, trophy)
    return _form_page(request, form, title=_("Change the trophy"), submit_text=_("Save"), trophy=found)


@get_or_post
def award(request: HttpRequest, slug: str, trophy: str) -> HttpResponse:
    """Award a trophy to its winner."""
    league = league_for(request, slug)
    found = pages.trophy_in(league, trophy)
    active = sorted(league.teams.active().select_related("ruleset").defer("draft"), key=by_name)
    teams = [team for team in active if has_trophy(found, team)]
    form = AwardForm.of(
        request,
        trophy=found,
        teams=teams,
        players=_rosters(teams) if found.for_players else {},
        seasons=list(league.seasons.order_by("-number")),
        with_gold=any("treasury" in book.purses for book in books_of(league)),
        limit=None if found.major else most_prize_gold(league.ruleset.rules()),
        places=[next((team for team in teams if team.pk == pk), None) for pk in proposed_for(found)],
        gold=place_gold(found),
    )

    def carry_out() -> int:
        expected = form.cleaned_data["version"]
        return awarding.award_trophy(
            trophy=found, by=request.user, expected=expected, season=form.given_for, to=form.award
        ).pk

    held = submit(request, form, "hand_over_trophy", carry_out)
    if held:
        messages.success(request, _("Trophy awarded."))
        row = Holding.objects.select_related("trophy", "team__ruleset").get(pk=held)
        if gifts.gift_of(row) is not None:
            return redirect("competitions:gifts", held)
        return redirect("competitions:trophy", slug, trophy)
    return _form_page(request, form, title=_("Award the trophy"), submit_text=_("Award trophy"), trophy=found)


@get_or_post
def best_player(request: HttpRequest, slug: str, trophy: str) -> HttpResponse:
    """The Player of the Year."""
    league = league_for(request, slug)
    found = pages.trophy_in(league, trophy)
    best = gifts.contenders(league, found.key)
    names = names_of(*{each.team for each in best}) if best else {}
    offered = [
        (each.player, _("%(name)s, %(team)s: %(spp)s SPP") % {
            "name": names.get(each.player) or _("a player without a name"), "team": each.team.name, "spp": each.spp,
        })
        for each in best
    ]  # fmt: skip
    seasons = list(league.seasons.order_by("-number"))
    form = BestPlayerForm.of(request, players=offered, seasons=seasons, version=found.version)

    def carry_out() -> int:
        player = Player.objects.get(pk=form.cleaned_data["player"])
        expected = form.cleaned_data["version"]
        return gifts.award_best_player(
            trophy=found, by=request.user, expected=expected, season=form.given_for, player=player
        ).pk

    if submit(request, form, "award_best_player", carry_out):
        messages.success(request, _("Award given."))
        return redirect("competitions:trophy", slug, trophy)
    return _form_page(request, form, title=_("Player of the Year"), submit_text=_("Give award"), trophy=found)


@get_or_post
def gifts_page(request: HttpRequest, holding: int) -> HttpResponse:
    """A trophy's gifts to its winner's players: first the draw, then what each player takes."""
    found = _holding_for(request, holding)
    effect = gifts.gift_of(found)
    if effect is None or found.ended_at is not None:
        if request.method == "POST":
            gifts_gone = {"trophy": found.trophy.name, "team": found.team.name}
            messages.error(request, str(gifts.NO_GIFTS.text).format(**gifts_gone))
        return redirect("competitions:trophy", found.trophy.league.slug, found.trophy.address)
    sheet, roster = pages.roster_of(found.team)
    form: FavourForm | GiftsForm
    if found.gift_die is None:
        typed = found.trophy.league.dice == League.Dice.TYPED
        form = FavourForm.of(request, faces=effect.die, roster=roster, version=found.version, typed=typed)
    else:
        labels, rules = dict(roster), found.team.ruleset.rules()
        lines = [line for player in found.gift_players if (line := sheet.player(player)) is not None]
        offers = {
            line.player: (
                labels[line.player],
                [(gift.skill, f"{gift.skill} (+{k(gift.cost)})") for gift in gifts_for(rules, sheet, line, effect)],
            )
            for line in lines
        }
        form = GiftsForm.of(request, offers=offers, version=found.version)
    if submit(request, form, f"gifts_{found.gift_die is None}", lambda: _gifts(request, found, form)):
        return redirect("competitions:gifts", holding)
    source = cited(effect.rule, effect.page)
    context = {"form": form, "holding": found, "drawn": found.gift_die is not None, "source": source}
    return render(request, "competitions/trophies/gifts.html", context, status=form.status)


@get_or_post
def revoke(request: HttpRequest, holding: int) -> HttpResponse:
    """Revoke an award: what it left in the journals, and a reason."""
    found = get_object_or_404(Holding.objects.select_related("trophy__league", "team", "player"), pk=holding)
    trophy = found.trophy
    prepare_request(request, trophy.league)
    policy.require(request, trophy.league)
    form = RevokeTrophyForm.of(request, trophy=trophy)

    def carry_out() -> int:
        typed = form.cleaned_data
        return revocation.revoke(holding=found, by=request.user, expected=typed["version"], reason=typed["reason"]).pk

    if submit(request, form, "take_back_trophy", carry_out):
        messages.success(request, _("Award revoked. The log and each team's history show both."))
        return redirect("competitions:trophy", trophy.league.slug, trophy.address)
    if not form.is_bound:
        revocation.refuse(found)
    context = {
        "form": form,
        "holding": found,
        "undone": revocation.undone_of(found),
        "before": revocation.before_of(found),
    }
    return render(request, "competitions/trophies/revoke_trophy.html", context, status=form.status)


def _gifts(request: HttpRequest, found: Holding, form: FavourForm | GiftsForm) -> int:
    given = {"holding": found, "by": request.user, "expected": form.cleaned_data["version"]}
    if isinstance(form, FavourForm):
        return gifts.favour(**given, typed=form.favoured).pk
    return gifts.give_gifts(**given, chosen=form.chosen).pk


def _holding_for(request: HttpRequest, holding: int) -> Holding:
    """An awarded trophy, for the winner's coach and commissioners."""
    related = ("trophy__league", "team__ruleset")
    found = get_object_or_404(Holding.objects.select_related(*related), pk=holding)
    prepare_request(request, found.trophy.league)
    policy.require(request, found.trophy.league, {"team_coach"} if coaches(request, found.team) else ())
    return found


def _rosters(teams: list[Team]) -> dict[str, list[tuple[int, str]]]:
    """The players on the rosters of these teams (id and label), by the teams' names. Two queries."""
    names = dict(Player.objects.filter(team__in=teams).values_list("pk", "name"))
    called = {team.pk: team.name for team in teams}
    return {
        called[team]: [(line.player, pages.label_of(line, names)) for line in lines if line.player in names]
        for team, lines in rosters_of(teams).items()
    }


def _form_page(
    request: HttpRequest, form: CommandForm, *, title: str, submit_text: str, trophy: Trophy | None = None
) -> HttpResponse:
    context = {"form": form, "title": title, "submit": submit_text, "trophy": trophy}
    return render(request, "competitions/trophies/trophy_form.html", context, status=form.status)
