"""The demo league: bot coaches play it through the services that people use, with a fixed seed."""
