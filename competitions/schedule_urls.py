"""The addresses of what comes next: brackets, feeds, groups, games that coaches find, challenges, friendlies,
deadlines."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from competitions.challenges import game_views
from competitions.fixtures import bulk_views
from competitions.formats import deadline_views
from competitions.formats.qualification import views as qualification_views
from competitions.friendlies import views
from competitions.season_end import season_views
from competitions.setup import conference_views, seeding_views

COMPETITION = "competitions/<slug:competition>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/<slug:slug>/seasons/<row:season>/groups/", qualification_views.groups, name="groups"),
    path("leagues/<slug:slug>/seasons/<row:season>/owed/", deadline_views.owed_in_season, name="owed_in_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/start/", season_views.start_group, name="start_group"),
    path("leagues/<slug:slug>/seasons/<row:season>/finish/", season_views.finish_played, name="finish_played"),
    path(f"{COMPETITION}fixtures/several/", bulk_views.bulk, name="bulk"),
    path(f"{COMPETITION}deadlines/", deadline_views.deadlines, name="deadlines"),
    path(f"{COMPETITION}owed/", deadline_views.owed, name="owed"),
    path(f"{COMPETITION}order/", seeding_views.order, name="order"),
    path(f"{COMPETITION}conferences/", conference_views.conferences, name="conferences"),
    path(f"{COMPETITION}conferences/deal/", conference_views.deal, name="deal_conferences"),
    path(f"{COMPETITION}feeds/", qualification_views.feeds, name="feeds"),
    path(f"{COMPETITION}feeds/remove/", qualification_views.remove_feed, name="remove_feed"),
    path(f"{COMPETITION}feeds/bring-in/", qualification_views.bring_in, name="bring_in"),
    path(f"{COMPETITION}feeds/bring-in-anew/", qualification_views.bring_in_again, name="bring_in_anew"),
    path(f"{COMPETITION}game/", game_views.report_game, name="report_game"),
    path(f"{COMPETITION}ladder/", game_views.ladder, name="ladder"),
    path(f"{COMPETITION}challenges/", game_views.challenges, name="challenges"),
    path(f"{COMPETITION}challenges/write/", game_views.write_challenge, name="write_challenge"),
    path("leagues/<slug:slug>/friendlies/", views.friendlies, name="friendlies"),
    path("leagues/<slug:slug>/friendlies/offer/", views.offer, name="offer_friendly"),
    path("friendlies/<row:friendly>/", views.friendly_offer, name="friendly_offer"),
    path("friendlies/<row:friendly>/accept/", views.accept, name="accept_friendly"),
    path("friendlies/<row:friendly>/decline/", views.decline, name="decline_friendly"),
    path("friendlies/<row:friendly>/withdraw/", views.withdraw, name="withdraw_friendly"),
    path("matches/<slug:match>/friendly/call-off/", views.call_off, name="call_off_friendly"),
    path("challenges/<row:challenge>/", game_views.challenge, name="challenge"),
    path("challenges/<row:challenge>/answer/", game_views.answer_challenge, name="answer_challenge"),
    path("challenges/<row:challenge>/call-off/", game_views.call_off_challenge, name="call_off_challenge"),
]
