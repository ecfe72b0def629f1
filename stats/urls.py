"""The addresses of this room."""

from django.urls import URLPattern, path

from stats.almanac import views as almanac
from stats.honours import views as honours
from stats.opponents import views as opponents
from stats.pictures import views as pictures
from stats.profiles import views as profiles
from stats.ratings import views as ratings
from stats.records import views as records
from stats.tables import views as tables

app_name = "stats"

urlpatterns: list[URLPattern] = [
    path("leagues/<slug:slug>/pictures/", pictures.league, name="league_pictures"),
    path("competitions/<slug:competition>/pictures/", pictures.competition, name="competition_pictures"),
    path("leagues/<slug:slug>/statistics/", tables.players, name="statistics"),
    path("leagues/<slug:slug>/statistics/teams/", tables.teams, name="teams"),
    path("leagues/<slug:slug>/statistics/coaches/", tables.coaches, name="coaches"),
    path("leagues/<slug:slug>/statistics/lists/", tables.lists, name="lists"),
    path("leagues/<slug:slug>/statistics/stars/", tables.stars, name="stars"),
    path("leagues/<slug:slug>/seasons/<row:season>/almanac/", almanac.print_almanac, name="print_almanac"),
    path("leagues/<slug:slug>/records/", records.records, name="records"),
    path("leagues/<slug:slug>/records/streaks/", records.streaks, name="streaks"),
    path("leagues/<slug:slug>/graveyard/", records.graveyard, name="graveyard"),
    path("leagues/<slug:slug>/hall-of-fame/", honours.hall, name="hall"),
    path("leagues/<slug:slug>/hall-of-fame/choose/", honours.choose, name="choose_inductee"),
    path("leagues/<slug:slug>/hall-of-fame/<row:inductee>/", honours.change, name="inductee"),
    path("leagues/<slug:slug>/hall-of-fame/<row:inductee>/remove/", honours.remove, name="remove_inductee"),
    path("teams/<slug:team>/hall-of-fame/", honours.team, name="induct_team"),
    path("teams/<slug:team>/players/<row:player>/hall-of-fame/", honours.player, name="induct_player"),
    path("leagues/<slug:slug>/coaches/<path:coach>/hall-of-fame/", honours.coach, name="induct_coach"),
    path("competitions/<slug:competition>/records/", records.of_competition, name="competition_records"),
    path("leagues/<slug:slug>/rivalries/", opponents.rivalries, name="rivalries"),
    path("leagues/<slug:slug>/head-to-head/", opponents.head_to_head, name="head_to_head"),
    path("leagues/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("leagues/<slug:slug>/coaches/<path:coach>/rating/", ratings.coach, name="coach_rating"),
    path("leagues/<slug:slug>/coaches/<path:coach>/dice/", profiles.dice, name="coach_dice"),
    path("leagues/<slug:slug>/coaches/<path:coach>/", profiles.coach, name="coach"),
    path("coaches/<row:account>/", profiles.everywhere, name="coach_everywhere"),
    path("teams/<slug:team>/record/", profiles.team, name="team_record"),
    path("teams/<slug:team>/rating/", ratings.team, name="team_rating"),
    path("teams/<slug:team>/pictures/", pictures.team, name="team_pictures"),
    path("teams/<slug:team>/players/<row:player>/pictures/", pictures.player, name="player_pictures"),
]
