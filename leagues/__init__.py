"""Leagues, memberships, invitations, the policy table, rulesets and command ids."""
