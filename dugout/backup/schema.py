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
    newer = {(app, name) for app, name in applied - known if app in loader.migrated_apps}
    return sorted(f"{app}.{name}" for app, name in newer if (app, _last_replaced(name)) not in known)


def models_at(applied: Applied) -> list[type[models.Model]]:
    """The models that have their own tables in that state, with many-to-many tables, by table name."""
    loader = _loader(applied)
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
    executor.loader = _loader(applied)
    executor.migrate(_last(executor.loader, applied))
    # Django decides by all of these rows which squashed migration it uses, so rows of replaced ones must be there too.
    for app, name in applied - set(executor.recorder.applied_migrations()):
        executor.recorder.record_applied(app, name)


def _last_replaced(name: str) -> str:
    """For a squashed migration the last one that it replaced, which now has its operations if it was squashed again."""
    return name.rpartition("_squashed_")[2]


def _loader(applied: Applied) -> MigrationLoader:
    """A loader with the squashed migrations; without them for a state between migrations that one of them replaces."""
    loader = MigrationLoader(connection)
    between = any(
        applied & set(each.replaces) and not applied.issuperset(each.replaces) for each in loader.replacements.values()
    )
    return MigrationLoader(connection, replace_migrations=False) if between else loader


def _last(loader: MigrationLoader, applied: Applied) -> list[tuple[str, str]]:
    """The last applied migration of each app; a squashed migration counts once all that it replaces are applied."""
    nodes = loader.graph.node_map
    replacements = loader.replacements.items()
    applied = applied | {key for key, each in replacements if applied.issuperset(each.replaces)}
    applied -= {key for key, each in replacements if any(replaced in nodes for replaced in each.replaces)}
    return sorted(
        node
        for node in applied & set(nodes)
        if not any(child.key in applied and child.key[0] == node[0] for child in nodes[node].children)
    )
