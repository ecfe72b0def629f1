"""The parts of addresses that name a row by its number, for the urls of every room: `<row:membership>`.

Django's own `int` takes as many digits as there are; SQLite fails on a number of more than 64 bits.
"""

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The number of a row, of no more digits than every database takes; any other address is not found."""

    regex = "[0-9]{1,18}"


register_converter(RowConverter, "row")
