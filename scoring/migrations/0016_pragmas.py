"""What a file says of a game as a whole is called as GCG calls it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_who_practises")]
    operations = [
        migrations.RenameField(model_name="game", old_name="told", new_name="pragmas")
    ]
