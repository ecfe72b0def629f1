"""Seasons, competitions, fixtures, standings and news."""
