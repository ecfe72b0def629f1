"""The signal to higher rooms: a commissioner corrected a team's sheet outside of any match. Sent in the transaction."""

from django.dispatch import Signal

sheet_corrected = Signal()
