"""Whole journeys through the pages in a real browser, as people make them."""
