"""Crests and shirts as drawings: one geometry for pages (SVG) and for prints (ReportLab).

``crest`` and ``shirts`` say what there is, ``svg`` and ``drawing`` draw it. Nothing here knows a team or a league, and
nothing reads the database.
"""
