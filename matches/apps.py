from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the room's kinds of job known, what binds people to matches, and what the sources of its journal entries
        are called."""
        from matches import farewell, prints, rechecking, report_lapses, sheet_print, sources  # noqa: F401
