"""Two teams that play real matches, as for the tests of matches."""

from tests.matches.conftest import shared_two_teams, two_teams

__all__ = ["shared_two_teams", "two_teams"]
