"""The pages of coaches: their teams, record, trophies, opponents, rating and dice."""
