"""How whole numbers read in a table or a sentence."""


def plain(amount: int) -> str:
    """A number, with a minus sign if it is negative."""
    return f"−{-amount}" if amount < 0 else str(amount)


def signed(amount: int) -> str:
    """A difference with its sign; 0 has none."""
    return f"+{amount}" if amount > 0 else plain(amount)
