"""Matches from pre-match to post-match."""
