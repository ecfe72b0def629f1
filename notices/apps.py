from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the jobs that mail, the deletion of old notices, and what deleting an account does to notices."""
        from notices import account_deletion, digests, mailing, old  # noqa: F401
