"""What players did moves from five columns to rows: an edition declares what it counts."""

from django.db import migrations

COLUMNS = ("completions", "touchdowns", "interceptions", "casualties", "mvps")

ROWS = """
INSERT INTO matches_deed (line_id, "key", "count")
SELECT id, '{column}', {column} FROM matches_playerline WHERE {column} > 0 ORDER BY id
"""
BACK = """
UPDATE matches_playerline SET {column} = (
    SELECT "count" FROM matches_deed WHERE line_id = matches_playerline.id AND "key" = '{column}'
) WHERE id IN (SELECT line_id FROM matches_deed WHERE "key" = '{column}')
"""
EMPTY = "DELETE FROM matches_deed WHERE \"key\" = '{column}'"


class Migration(migrations.Migration):
    dependencies = [("matches", "0018_deeds")]

    operations = [
        migrations.RunSQL(
            ROWS.format(column=column),
            [BACK.format(column=column), EMPTY.format(column=column)],
            elidable=True,
        )
        for column in COLUMNS
    ]
