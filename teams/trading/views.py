"""Pages of trades: a league's trades, one trade with its answers, and the form to offer one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access import league_for, prepare_request
from leagues.books import read_books
from leagues.changes import version_of
from rules.sheet.sheet import TeamSheet
from rules.team.trades import OFF, place_for, trades_allowed
from rules.words.words import k
from teams.access import coaches, team_for
from teams.ledger.ledger import sheet_in
from teams.models import Team, Trade
from teams.selectors import names_of, state_of, team_url
from teams.trading import loans, trading
from teams.trading import page as trade_page
from teams.trading.forms import GIVES, TAKES, AgreeForm, AnswerForm, OfferForm, Slot
from web import policy
from web.drawing.waiting import sign_of, still_shown
from web.errors import Refusal, StaleVersion
from web.submission import get_or_post, press, submit

PAGE_LENGTH = 30


def trade_for(request: HttpRequest, trade: int) -> tuple[Trade, frozenset[str]]:
    """The trade of a page and the user's roles in it, if they may see it.

    Only its coaches and the commissioners see a trade that is not done. Raises Http404, or what
    `policy.require` raises.
    """
    rows = Trade.objects.select_related("league__change_counter", "offering__coach", "asked__coach", "ending_asked_by")
    row = get_object_or_404(rows.select_related("offered_by", "answered_by", "done_by"), pk=trade)
    prepare_request(request, row.league)
    row.offering.league = row.asked.league = row.league
    pairs = (("offering_coach", row.offering), ("asked_coach", row.asked))
    own = frozenset(role for role, team in pairs if coaches(request, team))
    policy.require(request, row.league, own)
    if (
        not own
        and not trade_page.visible_to(row.league, request.user, runs_it="commissioner" in request.league_roles)
        .filter(pk=row.pk)
        .exists()
    ):
        raise Http404
    return row, own


@require_safe
def trades(request: HttpRequest, slug: str) -> HttpResponse:
    """A league's trades, or those of one of its teams (`?team=`), latest first."""
    league = league_for(request, slug)
    rows = trade_page.visible_to(league, request.user, runs_it="commissioner" in request.league_roles)
    wanted = request.GET.get("team", "")[:10]
    team = league.teams.filter(public_id=wanted).first() if wanted.isalnum() else None
    if team is not None:
        rows = rows.of_teams(team)
    page = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    read_books(league)
    mine = league.teams.active().filter(coach=request.user.pk) if request.user.pk else ()
    allowed = "member" in request.league_roles and not league.archived
    context = {
        "page_obj": page,
        "trades": [trade_page.row_of(row) for row in page],
        "team": team,
        "teams": [own for own in mine if trade_page.may_trade(league, own)] if allowed else [],
        "trading": trade_page.trading(league),
    }
    return render(request, "teams/trading/trades.html", context)


@get_or_post
def offer(request: HttpRequest, team: str) -> HttpResponse:
    """Choose a partner first, then what each of the two teams gives."""
    found = team_for(request, team)
    if found.state != Team.State.ACTIVE:
        raise Http404
    chosen = (request.POST if request.method == "POST" else request.GET).get("asked", "")
    partners = list(trade_page.partners_of(found))
    partner = next((other for other in partners if other.public_id == chosen), None)
    if partner is None:
        return _choose(request, found, partners, unknown=bool(chosen) or request.method == "POST")
    states = (state_of(found), state_of(partner))
    sheets = (sheet_in(states[0]), sheet_in(states[1]))
    names = names_of(found, partner)
    form = OfferForm.of(
        request,
        ours=sheets[0],
        theirs=sheets[1],
        names=names,
        gold="treasury" in found.ruleset.book.purses,
        initial={"asked": partner.public_id},
    )

    def make() -> int:
        return trading.offer_trade(offering=found, asked=partner, offer=form.offer, by=request.user).pk

    if made := submit(request, form, "offer_trade", make):
        messages.success(request, _("Offer sent. Waiting for %(coach)s.") % {"coach": partner.coached_by})
        return redirect("teams:trade", made)
    context = {
        "team": found,
        "team_url": team_url(found),
        "partner": partner,
        "form": form,
        "held": [one.name for one, state in zip((found, partner), states, strict=True) if state.held_by],
        "sides": [
            _side(form, (found, sheets[0]), (partner, sheets[1]), GIVES, names),
            _side(form, (partner, sheets[1]), (found, sheets[0]), TAKES, names),
        ],
    }
    return render(request, "teams/trading/offer_trade.html", context, status=form.status)


def _choose(request: HttpRequest, team: Team, partners: list[Team], *, unknown: bool) -> HttpResponse:
    context = {
        "team": team,
        "team_url": team_url(team),
        "partners": partners,
        "unknown": unknown,
        "allowed": trades_allowed(team.league_rules.rules()) != OFF and not team.league.archived,
    }
    return render(request, "teams/trading/choose_partner.html", context, status=422 if unknown else 200)


Traded = tuple[Team, TeamSheet]


def _side(form: OfferForm, giver: Traded, taker: Traded, side: str, names: dict[int, str]) -> dict[str, Any]:
    """One team's half of the form. ``fit`` says whether any of its players has a position on the other team's list."""
    team, sheet = giver
    players = [_player(form, team, taker, slot, names) for slot in form.slots[side]]
    return {
        "team": team,
        "taker": taker[0],
        **_gold(form, side, sheet),
        "players": players,
        "fit": any(row["fits"] for row in players),
    }


def _gold(form: OfferForm, side: str, sheet: TeamSheet) -> dict[str, Any]:
    """The fields for gold; nothing if the book has none."""
    if f"{side}_gold" not in form.fields:
        return {}
    return {"treasury": k(sheet.treasury), "gold": form[f"{side}_gold"], "gold_lent": form[f"{side}_gold_lent"]}


def _player(form: OfferForm, team: Team, taker: Traded, slot: Slot, names: dict[int, str]) -> dict[str, Any]:
    bound = form[slot.field]
    return {
        "fits": place_for(taker[0].league_rules.rules(), taker[1], slot.line) is not None or bool(bound.value()),
        "player": trade_page.shown_player(team, slot.line.player, slot.line, names),
        "field": bound,
        "misses_next": slot.line.misses_next,
    }


@require_safe
def trade(request: HttpRequest, trade: int) -> HttpResponse:
    """One trade: what each team gives, both teams before and after, and the possible answers."""
    row, own = trade_for(request, trade)
    sign = sign_of(version_of(row.league)) if row.state in (*Trade.WAITING, Trade.State.LENT) else ""
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = trade_page.trade_context(request, row, own) | {"sign": sign}
    return render(request, "teams/trading/trade.html", context)


@require_POST
def accept(request: HttpRequest, trade: int) -> HttpResponse:
    """The asked coach accepts."""
    row, _own = trade_for(request, trade)
    form = AgreeForm(request.POST)
    _answer(request, row, form, "accept_trade", trading.accept_trade, lambda: {"seen": form.seen})
    return _done(request, row)


@require_POST
def approve(request: HttpRequest, trade: int) -> HttpResponse:
    """A commissioner approves a trade that both coaches accepted."""
    row, _own = trade_for(request, trade)
    form = AgreeForm(request.POST)
    _answer(request, row, form, "approve_trade", trading.approve_trade, lambda: {"seen": form.seen})
    return _done(request, row)


@require_POST
def refuse(request: HttpRequest, trade: int) -> HttpResponse:
    """The asked coach or a commissioner refuses."""
    row, _own = trade_for(request, trade)
    more = {"commissioner": "commissioner" in request.league_roles}
    _answer(request, row, AnswerForm(request.POST), "refuse_trade", trading.refuse_trade, lambda: more)
    return _done(request, row)


@require_POST
def withdraw(request: HttpRequest, trade: int) -> HttpResponse:
    """The offering coach withdraws the offer."""
    row, _own = trade_for(request, trade)
    _answer(request, row, AnswerForm(request.POST), "withdraw_trade", trading.withdraw_trade, dict)
    return _done(request, row)


@require_POST
def end(request: HttpRequest, trade: int) -> HttpResponse:
    """End a loan, or ask the other coach to end it."""
    row, _own = trade_for(request, trade)
    more = {"commissioner": "commissioner" in request.league_roles}
    _answer(request, row, AnswerForm(request.POST), "end_loan", loans.end_loan, lambda: more)
    return _done(request, row)


def _answer(
    request: HttpRequest,
    row: Trade,
    form: AnswerForm,
    kind: str,
    service: Callable[..., Trade],
    more: Callable[[], dict[str, Any]],
) -> None:
    """Give an answer once. Raises Refusal, which becomes a page."""

    def work() -> str:
        try:
            return str(service(trade=row, expected=form.cleaned_data["version"], by=request.user, **more()).state)
        except StaleVersion:
            raise Refusal(trading.CHANGED_SINCE) from None

    press(request, kind, work, form)


def _done(request: HttpRequest, row: Trade) -> HttpResponse:
    state = Trade.State(Trade.objects.values_list("state", flat=True).get(pk=row.pk))
    messages.success(request, _("Trade: %(state)s.") % {"state": state.label})
    return redirect("teams:trade", row.pk)
