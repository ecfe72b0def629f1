"""Triggers that protect the journal: the database refuses to change or delete its rows, also for SQL past the ORM.

Emptying all tables (`flush`) still works on PostgreSQL, where it is TRUNCATE. SQLite refuses it too. When SQLite remakes
the table, its triggers are lost: a migration that changes the table sets them again
(`tests/teams/ledger/test_journal_guard.py` and `tests/dugout/test_upgrade.py` check that).
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GUARD = {
    "sqlite": (
        """CREATE TRIGGER journal_never_updated BEFORE UPDATE ON teams_journalentry
        BEGIN SELECT RAISE(ABORT, 'rows of a journal are never updated'); END""",
        """CREATE TRIGGER journal_never_deleted BEFORE DELETE ON teams_journalentry
        BEGIN SELECT RAISE(ABORT, 'rows of a journal are never deleted'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION refuse_to_rewrite_journal() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'rows of a journal are never updated or deleted' USING ERRCODE = '23000'; END $$""",
        """CREATE TRIGGER journal_never_rewritten BEFORE UPDATE OR DELETE ON teams_journalentry
        FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_journal()""",
    ),
}
UNGUARD = {
    "sqlite": ("DROP TRIGGER IF EXISTS journal_never_deleted", "DROP TRIGGER IF EXISTS journal_never_updated"),
    "postgresql": (
        "DROP TRIGGER IF EXISTS journal_never_rewritten ON teams_journalentry",
        "DROP FUNCTION IF EXISTS refuse_to_rewrite_journal()",
    ),
}


def guard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers."""
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers, if they exist."""
    for statement in UNGUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)
