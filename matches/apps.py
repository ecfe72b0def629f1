from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the room's jobs, its obstacles to account deletion, its journal sources and its pages of teams."""
        from matches import account_deletion  # noqa: F401
        from matches.correction.notices import follow_corrections
        from matches.pages import prints  # noqa: F401
        from matches.report import deadline_expiry, letters  # noqa: F401
        from matches.report.notices import notices  # noqa: F401
        from matches.sequence import closing, rechecking  # noqa: F401
        from matches.sheet import job  # noqa: F401
        from teams.extensions import TeamPage, coach_changed, team_pages

        coach_changed.add(follow_corrections)
        team_pages.add(TeamPage("team", "matches:team"))
        team_pages.add(TeamPage("player", "matches:player"))
