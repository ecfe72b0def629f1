from django.db import migrations, models

# The kits of that day: two colours, and the patterns of crest and shirt.
KITS = (
    ("crimson", "chalk", "halves", "yoke"),
    ("navy", "gold", "chevron", "sleeves"),
    ("turf", "bone", "fess", "hoops"),
    ("black", "steel", "pale", "sleeves"),
    ("gold", "black", "quarter", "sash"),
    ("violet", "sky", "chevron", "yoke"),
    ("chalk", "crimson", "fess", "hoops"),
    ("teal", "chalk", "pale", "stripes"),
    ("rust", "bone", "chevron", "yoke"),
    ("sky", "navy", "halves", "halves"),
    ("moss", "gold", "fess", "hoops"),
    ("plum", "pink", "quarter", "sleeves"),
    ("steel", "crimson", "chevron", "sash"),
    ("brown", "gold", "halves", "yoke"),
    ("bone", "turf", "quarter", "halves"),
    ("pink", "black", "fess", "hoops"),
    ("navy", "chalk", "quarter", "sash"),
    ("black", "crimson", "halves", "sleeves"),
    ("turf", "gold", "pale", "stripes"),
    ("crimson", "black", "fess", "yoke"),
    ("chalk", "navy", "chevron", "sleeves"),
    ("teal", "gold", "halves", "halves"),
    ("violet", "gold", "fess", "hoops"),
    ("rust", "black", "pale", "sash"),
)
EMBLEMS = {
    "Amazon": "amazon",
    "Chaos": "chaos",
    "Chaos Dwarf": "chaos_dwarf",
    "Chaos Pact": "chaos",
    "Dark Elf": "dark_elf",
    "Dwarf": "dwarf",
    "Elf": "elf",
    "Goblin": "goblin",
    "Halfling": "halfling",
    "High Elf": "high_elf",
    "Human": "human",
    "Khemri": "khemri",
    "Lizardman": "lizardman",
    "Necromantic": "necromantic",
    "Norse": "norse",
    "Nurgle": "nurgle",
    "Ogre": "ogre",
    "Orc": "orc",
    "Skaven": "skaven",
    "Underworld": "skaven",
    "Undead": "undead",
    "Vampire": "vampire",
    "Wood Elf": "wood_elf",
}
NEUTRAL = ("ball", "star", "wheel", "anchor", "crown", "key", "flame", "swords")


def draw_crests(apps, schema_editor):
    """Each team gets a crest in its colours with the emblem of its list."""
    Team = apps.get_model("teams", "Team")
    batch = []
    for team in Team.objects.only("pk", "colours", "team_list").iterator(500):
        first, second, pattern, shirt = KITS[team.colours % len(KITS)]
        emblem = EMBLEMS.get(team.team_list) or NEUTRAL[len(team.team_list) % len(NEUTRAL)]
        team.crest = {
            "shape": "heater",
            "pattern": pattern,
            "emblem": emblem,
            "first": first,
            "second": second,
            "shirt": shirt,
        }
        batch.append(team)
    Team.objects.bulk_update(batch, ["crest"], 500)


class Migration(migrations.Migration):
    dependencies = [("teams", "0017_coach_before_a_takeover")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="crest",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(draw_crests, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(model_name="team", name="colours"),
        migrations.CreateModel(
            name="TeamPicture",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="picture",
                        serialize=False,
                        to="teams.team",
                    ),
                ),
                ("image", models.BinaryField()),
                ("small", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
            ],
            options={"verbose_name": "picture of a team", "verbose_name_plural": "pictures of teams"},
        ),
    ]
