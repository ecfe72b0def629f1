"""The record book of a league, and its graveyard: the most of everything, who had it before, and who died how."""
