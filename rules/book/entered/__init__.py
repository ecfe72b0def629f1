"""What commissioners enter themselves as part of the house rules: rows of a book that only their league has."""
