from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a worker's start begin its pulse, and make known what binds people to jobs."""
        from jobs import account_deletion, worker_heartbeat  # noqa: F401
