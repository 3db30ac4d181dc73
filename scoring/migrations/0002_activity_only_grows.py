"""Triggers that prevent changing and deleting entries of the activity log.

The triggers are now created after every migration (`tournament.receivers.restore_triggers_after_migrating`).
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("scoring", "0001_initial")]

    operations = []
