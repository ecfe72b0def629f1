"""A picture of every page: which there are (`crawl`), how they look (`pictures`), side by side (`sheets`)."""
