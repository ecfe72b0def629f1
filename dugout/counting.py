"""Triggers that count the changes of each league, so that what was made from its rows is never used after a change.

Each table whose rows pages of a league show has triggers. They find the league by the table's foreign keys and raise
its `ChangeCounter` in the same transaction. Whatever writes, also SQL past the ORM, is counted.

SQLite counts each row at once. PostgreSQL counts once for each league, when the transaction commits: so the counter's
row is the last that a transaction locks, and no two can wait for each other.

SQLite refuses to remake a table that a trigger of another one reads, and PostgreSQL to alter one whose rows still wait
to be counted. So the triggers are dropped before migrations and created after them.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import F

from accounts.models import User
from leagues.models import ChangeCounter, League, LogEntry, Membership

ROOMS = ("leagues", "teams", "matches", "competitions", "stats", "news")
UNCOUNTED = {
    "leagues.changecounter": "is the counter",
    "leagues.commandchain": "is a proof, which no page shows",
    "leagues.commandlink": "is a proof, which no page shows",
    "leagues.ruleset": "is never changed; a league that takes another one is",
    "teams.journallink": "is a proof, which no page shows",
    "matches.unsentreport": "is saved while its coach types, who alone sees it",
    "competitions.reminder": "says that a mail was sent",
    "news.comment": "is read for each page that shows it, so that a talk draws no page of the league again",
    "news.commentreport": "is read by commissioners alone",
}
"""Models of the rooms whose rows no kept page shows, with the reason."""
PERSON = ("username", "display_name", "is_active", "is_staff", "deleted_at")
"""Columns of an account that pages of its leagues show."""
PREFIX = "league_changes"
OPERATIONS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}
"""What is counted, and the row that names the league."""


@dataclass(frozen=True, slots=True)
class Link:
    """A foreign key on the way to the league: column, and the table and column that it points to."""

    column: str
    table: str
    target: str


def counted() -> dict[type[models.Model], tuple[Link, ...]]:
    """Each counted model with its way to the league, which is empty for the league itself.

    Raises LookupError for a model from which no foreign keys lead to a league.
    """
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in ROOMS and model._meta.label_lower not in UNCOUNTED:
            found[model] = _way(model)
    return found


def _way(model: type[models.Model]) -> tuple[Link, ...]:
    """The shortest way; one whose columns are never empty is better than a shorter one."""
    for optional in (False, True):
        ahead: deque[tuple[Any, tuple[Link, ...]]] = deque([(model, ())])
        seen: set[Any] = {model}
        while ahead:
            here, way = ahead.popleft()
            if here is League:
                return way
            for field in here._meta.concrete_fields:
                target = field.remote_field.model if field.is_relation else None
                if target is None or target in seen or target._meta.app_label not in ROOMS:
                    continue
                if optional or not field.null:
                    seen.add(target)
                    link = Link(field.column, target._meta.db_table, field.target_field.column)
                    ahead.append((target, (*way, link)))
    raise LookupError(
        f"no foreign keys lead from {model._meta.label} to a league: say in UNCOUNTED why it is not counted"
    )


def _league(model: type[models.Model], way: tuple[Link, ...], row: str) -> str:
    """SQL for the league's id of a row that a trigger calls `row`."""
    if not way:
        return f"{row}.{model._meta.pk.column}"
    found = f"{row}.{way[0].column}"
    for before, link in pairwise(way):
        found = f"(SELECT {link.column} FROM {before.table} WHERE {before.target} = {found})"
    return found


def _leagues_of_person(row: str) -> str:
    """SQL for the leagues whose pages can name a person: their own, and those in which they acted as site staff.

    ``OLD`` is the row before the change: who deletes their account is no site staff after it.
    """
    members, leagues, log = Membership._meta.db_table, League._meta.db_table, LogEntry._meta.db_table
    return (
        f"SELECT league_id FROM {members} WHERE user_id = {row}.id "
        f"UNION SELECT league_id FROM {log} WHERE by_id = {row}.id "
        f"UNION SELECT id FROM {leagues} WHERE {row}.is_staff OR OLD.is_staff"
    )


COUNTER = ChangeCounter._meta.db_table
PEOPLE = User._meta.db_table


def _on_sqlite() -> Iterator[tuple[str, str]]:
    """The name of each trigger, and the statement that creates it."""
    for model, way in counted().items():
        table = model._meta.db_table
        for operation, row in OPERATIONS.items():
            name = f"{PREFIX}_{table}_{operation}"
            work = f"UPDATE {COUNTER} SET count = count + 1 WHERE league_id = {_league(model, way, row)};"
            if model is League and operation == "insert":
                work = f"INSERT INTO {COUNTER} (league_id, count) VALUES ({row}.id, 0);"
            yield name, f"CREATE TRIGGER {name} AFTER {operation.upper()} ON {table} BEGIN {work} END"
    name = f"{PREFIX}_{PEOPLE}_update"
    work = f"UPDATE {COUNTER} SET count = count + 1 WHERE league_id IN ({_leagues_of_person('NEW')});"
    yield name, f"CREATE TRIGGER {name} AFTER UPDATE OF {', '.join(PERSON)} ON {PEOPLE} BEGIN {work} END"


COUNT_ONCE = f"""
CREATE OR REPLACE FUNCTION {PREFIX}_count(league bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE mark text := 'dugout.counted_' || league;
BEGIN
    IF league IS NULL OR current_setting(mark, true) = 'yes' THEN RETURN; END IF;
    INSERT INTO {COUNTER} AS counter (league_id, count) VALUES (league, 1)
        ON CONFLICT (league_id) DO UPDATE SET count = counter.count + 1;
    IF current_setting('dugout.count_each', true) IS DISTINCT FROM 'yes' THEN
        PERFORM set_config(mark, 'yes', true);
    END IF;
END $$"""
"""Counts once for a league in a transaction: to change one row a thousand times in a transaction takes long.

The mark ends with the transaction, or with the savepoint that is rolled back. Tests set `count_each`.
"""


def _on_postgresql() -> Iterator[tuple[str, str]]:
    """The table of each trigger, and the statements that create it and its function."""
    for model, way in counted().items():
        work = f"PERFORM {PREFIX}_count({_league(model, way, 'changed')});"
        yield model._meta.db_table, _trigger(model._meta.db_table, "INSERT OR UPDATE OR DELETE", work)
    # In the order of their ids, so that two renamed people who share two leagues cannot wait for each other.
    work = f"PERFORM {PREFIX}_count(league_id) FROM ({_leagues_of_person('changed')} ORDER BY 1) AS theirs;"
    yield PEOPLE, _trigger(PEOPLE, f"UPDATE OF {', '.join(PERSON)}", work)


def _trigger(table: str, events: str, work: str) -> str:
    return f"""
CREATE OR REPLACE FUNCTION {PREFIX}_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    {work}
    RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS {PREFIX} ON {table};
CREATE CONSTRAINT TRIGGER {PREFIX} AFTER {events} ON {table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION {PREFIX}_{table}()"""


PRESENT = {
    "sqlite": f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '{PREFIX}%'",
    "postgresql": f"""
        SELECT relname, obj_description(to_regprocedure('{PREFIX}_count(bigint)')::oid, 'pg_proc')
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE tgname = '{PREFIX}' AND relnamespace = current_schema()::regnamespace""",
}
"""Each trigger on SQLite with its SQL; on PostgreSQL each table that has one, with the digest of all that it needs."""


def start_counting(**_signal: Any) -> None:
    """Create all triggers, unless exactly these are there."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        present = dict(cursor.fetchall())
        if connection.vendor == "sqlite":
            wanted = dict(_on_sqlite())
            if present != wanted:
                stop_counting()
                for statement in wanted.values():
                    cursor.execute(statement)
        else:
            triggers = dict(_on_postgresql())
            whole = ";".join([COUNT_ONCE, *triggers.values()])
            digest = hashlib.sha256(whole.encode()).hexdigest()
            if present != dict.fromkeys(triggers, digest):
                cursor.execute(f"{whole}; COMMENT ON FUNCTION {PREFIX}_count(bigint) IS '{digest}'")


def stop_counting() -> None:
    """Drop the triggers. The caller changes no rows before `start_counting`, or raises the counters."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        for name, _sql in cursor.fetchall():
            where = f"{name}" if connection.vendor == "sqlite" else f"{PREFIX} ON {name}"
            cursor.execute(f"DROP TRIGGER {where}")


def before_migrations(plan: Any = (), **_signal: Any) -> None:
    """Stop counting if there is something to migrate; the leagues count as changed."""
    if plan and ChangeCounter._meta.db_table in connection.introspection.table_names():
        stop_counting()
        ChangeCounter.objects.update(count=F("count") + 1)
