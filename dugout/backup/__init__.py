"""Backup and restore of everything in one file: the database, SQLite or PostgreSQL, and uploaded files.

`archive` writes and reads the file. `sqlite` and `postgresql` copy a database out and in, and `crossing` fills one from
a backup of the other. `heads` reads the heads of the hash chains, which a backup holds too. `service` uses all of them.
"""
