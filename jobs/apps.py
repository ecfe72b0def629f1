from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the heartbeat of workers, and what deleting an account does to jobs."""
        from jobs import account_deletion, worker_heartbeat  # noqa: F401
