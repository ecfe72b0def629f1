"""A path converter for the id of a row, for the urls of every room: `<row:membership>`.

Django's own `int` accepts any number of digits, but SQLite fails on a number of more than 64 bits.
"""

from django.urls import register_converter
from django.urls.converters import IntConverter

DIGITS = 18
MOST_ROW = 10**DIGITS - 1
"""The largest id of a row that an address or a form may name."""


class RowConverter(IntConverter):
    """The id of a row, with at most 18 digits; any other address is not found."""

    regex = f"[0-9]{{1,{DIGITS}}}"


register_converter(RowConverter, "row")
