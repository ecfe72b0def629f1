from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "competitions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to matches, and let web server and worker know the same kinds of job."""
        from competitions import correction_preview, lapses, print_jobs, receivers, reminders, trophy_page  # noqa: F401
