"""Backup and restore of everything: the database, whichever it is, and uploaded files, in one file.

`archive` owns the file, `sqlite` and `postgresql` know how to copy a database out and in, `service` puts them together.
"""
