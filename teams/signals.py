"""The one word upward: a team's sheet was corrected outside of any match. Sent inside the transaction."""

from django.dispatch import Signal

sheet_corrected = Signal()
