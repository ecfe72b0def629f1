from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell lower rooms what leagues know: roles, what an account deletion does, whom to tell what, the chain.

        And what their rulebooks say, and where seasons are simulated.
        """
        from guide.extensions import simulations
        from leagues import access, account_deletion, citations, command_chain, notices  # noqa: F401
        from leagues.simulation import job  # noqa: F401
        from leagues.simulation.links import simulation_by

        simulations.add(simulation_by)
