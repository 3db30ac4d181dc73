"""What an imported file has and nothing here uses is called its extras."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_players_report")]
    operations = [
        migrations.RenameField(model_name=name, old_name="kept", new_name="extras")
        for name in ("event", "division", "entry")
    ]
