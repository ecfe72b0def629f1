"""The one word upward: a match has changed. Sent inside the transaction; receivers only write rows."""

from django.dispatch import Signal

match_changed = Signal()
