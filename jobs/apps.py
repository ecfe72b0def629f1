from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a worker's start begin its pulse."""
        from jobs import pulse  # noqa: F401
