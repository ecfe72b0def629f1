"""What was played, read once for all statistics: matches with both sides, players' lines, deaths, coaches of that time.

Plain frozen data, in a fixed number of queries however many years there are. Only matches that count (`Match.PLAYED`)
are read, straight from the rows, so corrections and annulments are true at once. A match that was not played (a
walkover, a bye) is no match here.
"""
