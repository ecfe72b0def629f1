"""Users, sign-up and sign-in, preferences."""
