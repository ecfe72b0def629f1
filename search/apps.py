from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"

    def ready(self) -> None:
        """Teach every connection to SQLite how texts are compared; give the bar its search."""
        from search import folding  # noqa: F401
        from web.extensions import SearchPage, search_pages

        search_pages.add(SearchPage("site", "search:search"))
        search_pages.add(SearchPage("league", "search:in_league"))
