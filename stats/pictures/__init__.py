"""Pictures of what was played: races, grids of results, scorers, injuries, worth and gold, careers, dice.

Selectors read rows in a fixed number of queries and give drawings of ``web.charts``; each picture by the deeds and the
words of its own book. A picture that a book or a league has nothing for is None.
"""
