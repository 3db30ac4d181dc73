from django.db import migrations, models

from scoring.models.guard import raise_guard


def guard_the_log(apps, schema_editor):
    """SQLite drops the triggers of a table that is built anew; where it was not, nothing happens."""
    raise_guard(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0008_lines_as_written"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_the_log),
        # Null and not empty, so that the column is added to the table as it stands: entries written
        # before keep their hash, and the guard stays up.
        migrations.AddField(
            model_name="activity",
            name="message",
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(guard_the_log, migrations.RunPython.noop),
    ]
