"""The hall of fame of a league: players, teams and coaches whom its commissioners chose."""
