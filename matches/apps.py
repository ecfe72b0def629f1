from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the room's kind of job known, and what the sources of its journal entries are called."""
        from matches import prints, rechecking, report_lapses, sheet_print, sources  # noqa: F401
