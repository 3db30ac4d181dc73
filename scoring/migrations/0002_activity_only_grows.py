"""The database refuses to change or remove an entry of the activity log."""

from django.db import migrations

from scoring.models.guard import raise_guard


def guard(apps, schema_editor):
    raise_guard(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [("scoring", "0001_initial")]

    # Going back leaves the guard: an older version of the program does not change the log either.
    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
