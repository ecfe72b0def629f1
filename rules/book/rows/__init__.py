"""The rows of the book's tables.

The fields are the keys in the TOML files; a field without a default is required there. Gold is in gp; `page` is the
printed page of the rulebook; a range of dice is `low` to `high`, both included. ``rules.book.book`` has all the tables.
"""
