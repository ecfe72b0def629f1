"""Statistics: players, teams, coaches, team lists and stars, one table each, for any part of a league's life."""
