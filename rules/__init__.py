"""The rulebooks: tables as data, procedures as code that reads like the book.

Pure Python on the standard library. Dice, dates and decisions come in as arguments; there is no database, no clock and
no randomness here.
"""
