"""The demo league: played through the services that people use, by a generator with a fixed seed."""
