"""The number somebody has at the rating body."""

from django.db import migrations, models


def take_from_kept(apps, schema_editor):
    """Who came in with a file that says the number has it from now on."""
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    told = []
    for each in entries.exclude(kept={}).only("kept").iterator(chunk_size=500):
        tags = {tag[0]: tag[1] or "" for tag in each.kept.get("tags", [])}
        number = tags.get("xtid", "").strip()
        if 0 < len(number) <= 40:
            each.member = number
            told.append(each)
    entries.bulk_update(told, ["member"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0019_ratings")]

    operations = [
        migrations.AddField(
            "entry", "member", models.CharField(blank=True, default="", max_length=40)
        ),
        migrations.RunPython(take_from_kept, migrations.RunPython.noop),
    ]
