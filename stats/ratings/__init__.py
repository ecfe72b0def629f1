"""Elo and Glicko-2 ratings of teams and coaches, worked out from what was played by one book of a league."""
