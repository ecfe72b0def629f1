"""The words for what a book does not have, which no page, print or file of its leagues may say."""

from __future__ import annotations

import re

from rules.book.edition import Edition
from rules.words.words import say_earnings


def lacking_words(edition: Edition) -> re.Pattern[str] | None:
    """The words for what a book does not have: purses, goods, worth, what is bought with gold, and how matches end."""
    book = edition.book
    words = {"treasury": r"[Tt]reasury", "bank": r"\bBank\b|\bthe bank\b"}
    found = [text for purse, text in words.items() if purse not in book.purses]
    found += [] if book.purses else [r"\bgp\b", r"\bgold pieces?\b", r"[Ww]innings"]
    found += [] if say_earnings(book) in ("", "Winnings") else [r"\bW(?:innings|INNINGS)\b"]
    found += [] if "rerolls" in book.goods else [r"[Rr]e-rolls?\b"]
    found += [] if "fan_factor" in book.goods else [r"[Ff]an factor", r"\bFAME\b"]
    found += [] if book.worth else [r"[Tt]eam value", r"\bTV\b"]
    found += [] if book.points is None else [r"[Ss]tar player points"]
    found += [] if book.inducements else ["[Ii]nducement", "[Mm]ercenar", r"hired for a match"]
    called_otherwise = book.inducements and "nducement" not in book.inducements_called.name
    found += ["[Ii]nducement", "[Mm]ercenar"] if called_otherwise else []
    found += [] if book.decks else [r"[Ss]pecial play cards?"]
    found += [] if "shoot_out" in book.result.decided_by else [r"[Ss]hoot-outs?"]
    found += [] if "trades" in book.options else ["allow trades", "no hiring, no trades"]
    found += ["No skills", "(?:Add|Remove) a skill", "Which skill"] if book.skills_called else []
    found += [] if book.staff else [r"\b[Ss]taff\b", "[Aa]pothecar", "[Cc]heerleader"]
    found += [] if any(deed.awarded for deed in book.deeds.values()) else [r"\bMVPs?\b"]
    found += [] if "overtime" in book.result.decided_by else [r"[Oo]vertime"]
    found += (
        [] if "conceding_early" in book.statements else ["players (?:or fewer )?to set up", "set up [0-9]+ players? or"]
    )
    return re.compile("|".join(found)) if found else None
