"""Events made before the rule existed: a withdrawn player's later rounds count for nothing."""

from django.db import migrations


def add(apps, schema_editor):
    database = schema_editor.connection.alias
    for event in apps.get_model("tournament", "Event").objects.using(database):
        event.rules_copy.setdefault("rounds_after_leaving", "void")
        event.save(update_fields=["rules_copy"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0002_practice_events"),
    ]

    operations = [
        migrations.RunPython(add, migrations.RunPython.noop),
    ]
