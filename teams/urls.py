"""The URLs of this room. A team's main page, `teams/<team>/`, is in `matches`."""

from django.urls import URLPattern, URLResolver, path

from teams.arrivals import approval_views
from teams.arrivals import views as arrival_views
from teams.building import founding_views, list_change, own_rules
from teams.building import views as build_views
from teams.crests import views as crest_views
from teams.roster import manual_correction_views, on_date, views
from teams.trading import takeover_views
from teams.trading import views as trade_views

app_name = "teams"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/<slug:slug>/teams/", views.teams_list, name="list"),
    path("leagues/<slug:slug>/teams/new/", build_views.create, name="create"),
    path("leagues/<slug:slug>/teams/bring/", arrival_views.bring, name="bring"),
    path("leagues/<slug:slug>/teams/approvals/", approval_views.approvals, name="approvals"),
    path("leagues/<slug:slug>/teams/approvals/all/", approval_views.approve_legal, name="approve_legal"),
    path("teams/mine/", views.mine, name="mine"),
    path("teams/<slug:team>/build/", build_views.build, name="build"),
    path("teams/<slug:team>/list/", list_change.choose, name="change_list"),
    path("teams/<slug:team>/rules/", own_rules.change, name="own_rules"),
    path("teams/<slug:team>/arrival/", arrival_views.arrival, name="arrival"),
    path("teams/<slug:team>/arrival/submit/", arrival_views.hand_in, name="submit_arrival"),
    path("teams/<slug:team>/judge/", build_views.judge, name="judge"),
    path("teams/<slug:team>/build/names/", build_views.draw_names, name="draw_names"),
    path("teams/<slug:team>/submit/", build_views.hand_in, name="submit"),
    path("teams/<slug:team>/founding/", founding_views.founding, name="founding"),
    path("teams/<slug:team>/founding/submit/", founding_views.submit_founded, name="submit_founded"),
    path("teams/<slug:team>/withdraw/", build_views.withdraw, name="withdraw"),
    path("teams/<slug:team>/approve/", approval_views.approve, name="approve"),
    path("teams/<slug:team>/send-back/", approval_views.send_back, name="send_back"),
    path("teams/<slug:team>/crest/", crest_views.crest, name="crest"),
    path("teams/<slug:team>/crest/picture/", crest_views.picture, name="crest_picture"),
    path("teams/<slug:team>/names/", views.rename, name="rename"),
    path("teams/<slug:team>/history/", views.history, name="history"),
    path("teams/<slug:team>/on/", on_date.roster_on, name="roster_on"),
    path("teams/<slug:team>/text/", views.as_text, name="roster_text"),
    path("teams/<slug:team>/correct/", manual_correction_views.correct, name="correct"),
    path("teams/<slug:team>/retire/", views.retire, name="retire"),
    path("teams/<slug:team>/pass-on/", takeover_views.offer, name="offer_team"),
    path("takeovers/<row:takeover>/", takeover_views.take_over, name="take_over"),
    path("takeovers/<row:takeover>/decline/", takeover_views.decline, name="decline_takeover"),
    path("takeovers/<row:takeover>/withdraw/", takeover_views.withdraw, name="withdraw_takeover"),
    path("leagues/<slug:slug>/trades/", trade_views.trades, name="trades"),
    path("teams/<slug:team>/trade/", trade_views.offer, name="offer_trade"),
    path("trades/<row:trade>/", trade_views.trade, name="trade"),
    path("trades/<row:trade>/accept/", trade_views.accept, name="accept_trade"),
    path("trades/<row:trade>/refuse/", trade_views.refuse, name="refuse_trade"),
    path("trades/<row:trade>/withdraw/", trade_views.withdraw, name="withdraw_trade"),
    path("trades/<row:trade>/approve/", trade_views.approve, name="approve_trade"),
    path("trades/<row:trade>/end/", trade_views.end, name="end_loan"),
]
