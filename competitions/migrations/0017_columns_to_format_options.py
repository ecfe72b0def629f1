from django.db import migrations

OPTIONS = {
    "round_robin": ("legs_across",),
    "swiss": ("planned_rounds", "pairs_itself"),
    "knock_out": ("by_lot", "third_place"),
    "ladder": ("reach",),
}


def carry_over(apps, schema_editor):
    Competition = apps.get_model("competitions", "Competition")
    for scheduling, names in OPTIONS.items():
        for competition in Competition.objects.filter(scheduling=scheduling):
            competition.format_options = {name: getattr(competition, name) for name in names}
            competition.save(update_fields=["format_options"])


def carry_back(apps, schema_editor):
    Competition = apps.get_model("competitions", "Competition")
    for scheduling, names in OPTIONS.items():
        for competition in Competition.objects.filter(scheduling=scheduling):
            known = [name for name in names if name in competition.format_options]
            for name in known:
                setattr(competition, name, competition.format_options[name])
            competition.save(update_fields=known)


class Migration(migrations.Migration):
    dependencies = [("competitions", "0016_format_options")]

    operations = [migrations.RunPython(carry_over, carry_back)]
