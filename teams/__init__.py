"""Teams, their state and their journal."""
