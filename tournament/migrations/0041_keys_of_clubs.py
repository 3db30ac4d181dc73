"""A key counts at its event alone, or at every event of the club; those made before counted everywhere."""

from django.db import migrations, models


def count_at_the_club(apps, schema_editor):
    """Let keys that are in use go on at the other events of their club."""
    keys = apps.get_model("tournament", "ApiKey").objects.using(schema_editor.connection.alias)
    keys.filter(event__club__isnull=False).update(is_of_club=True)


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0040_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="is_of_club",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(count_at_the_club, migrations.RunPython.noop),
    ]
