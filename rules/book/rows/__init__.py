"""What a row of each of the book's tables holds.

The fields are the keys of the TOML files; one without a default must stand there. Money is in gp; `page` is the printed
page of the rulebook; a range of dice is `low` to `high`, both included. ``rules.book.book`` gathers them all.
"""
