"""What this room stores: whom commissioners chose. Everything else here is worked out from rows of other rooms."""

from stats.models.hall import Inductee

__all__ = ["Inductee"]
