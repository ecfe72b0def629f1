"""The rulebooks: tables as data, procedures as code that reads like the book.

Pure Python on the standard library. Dice, dates and decisions come in as arguments; no database, clock or chance here.
"""
