"""The state of the schema of a database or a backup, as its applied migrations say."""

from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

Applied = set[tuple[str, str]]
"""App and name of every applied migration."""


def applied_migrations() -> Applied:
    """The applied migrations of the database; none for an empty database."""
    return set(MigrationLoader(connection).applied_migrations)


def newer_migrations(applied: Applied) -> list[str]:
    """Migrations of our apps that this version of Dugout does not know."""
    loader = MigrationLoader(connection)
    squashed = {key for migration in loader.replacements.values() for key in migration.replaces}
    known = set(loader.disk_migrations) | set(loader.graph.nodes) | squashed
    return sorted(f"{app}.{name}" for app, name in applied - known if app in loader.migrated_apps)


def models_at(applied: Applied) -> list[type[models.Model]]:
    """The models that have their own tables in that state, with many-to-many tables, by table name."""
    loader = MigrationLoader(connection)
    state = loader.project_state(_last(loader, applied))
    found = {
        model._meta.db_table: model
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    return [found[table] for table in sorted(found)]


def make_schema(applied: Applied) -> None:
    """Bring an empty database to exactly that state."""
    executor = MigrationExecutor(connection)
    executor.migrate(_last(executor.loader, applied))


def _last(loader: MigrationLoader, applied: Applied) -> list[tuple[str, str]]:
    """The last applied migration of each app; a squashed migration counts once all that it replaces are applied."""
    nodes = loader.graph.node_map
    applied = applied | {key for key, each in loader.replacements.items() if applied.issuperset(each.replaces)}
    return sorted(
        node
        for node in applied & set(nodes)
        if not any(child.key in applied and child.key[0] == node[0] for child in nodes[node].children)
    )
