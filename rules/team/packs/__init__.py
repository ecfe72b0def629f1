"""Teams of exhibitions and tournaments: what a league's pack gives them."""
