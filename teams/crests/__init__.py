"""A team's crest and shirt: the page to choose them, and a picture in the place of the crest."""
