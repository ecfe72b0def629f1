"""Leagues, their members, invitations and house rules."""
