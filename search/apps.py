from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"

    def ready(self) -> None:
        """Teach every connection to SQLite how texts are compared."""
        from search import folding  # noqa: F401
