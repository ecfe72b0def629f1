"""JSON API, feeds and archives."""
