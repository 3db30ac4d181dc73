"""The figures of a game have the best play of each player: those that lack it are written again after migrating."""

from django.db import migrations


def write_again(apps, schema_editor):
    summaries = apps.get_model("scoring", "GameSummary").objects.using(schema_editor.connection.alias)
    summaries.exclude(sides=None).update(sides=None)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0020_redacted_entries'),
    ]

    operations = [migrations.RunPython(write_again, migrations.RunPython.noop)]
