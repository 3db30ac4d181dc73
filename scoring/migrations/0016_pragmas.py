"""Rename the statements of a file about the whole game to pragmas, as in GCG."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_who_practises")]
    operations = [
        migrations.RenameField(model_name="game", old_name="told", new_name="pragmas")
    ]
