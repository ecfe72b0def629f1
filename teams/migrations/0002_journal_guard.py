"""The database itself refuses to rewrite a journal, whoever asks: code past the ORM, or a hand at its console.

Emptying all tables (`flush`) is still possible on PostgreSQL, where it is TRUNCATE; on SQLite it is refused as well. A
later migration that makes SQLite build the table anew has to set the guard again: `tests/teams/ledger/test_journal_guard.py`
notices.
"""

from django.db import migrations
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
    "sqlite": ("DROP TRIGGER journal_never_deleted", "DROP TRIGGER journal_never_updated"),
    "postgresql": (
        "DROP TRIGGER journal_never_rewritten ON teams_journalentry",
        "DROP FUNCTION refuse_to_rewrite_journal()",
    ),
}


def guard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNGUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("teams", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
