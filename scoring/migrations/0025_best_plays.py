"""Clear figures of games without best plays; they are written again after migrating."""

from django.db import migrations


def write_again(apps, schema_editor):
    summaries = apps.get_model("scoring", "GameSummary").objects.using(schema_editor.connection.alias)
    summaries.exclude(sides=None).update(sides=None)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0020_redacted_entries'),
    ]

    operations = [migrations.RunPython(write_again, migrations.RunPython.noop)]
