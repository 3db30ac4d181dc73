"""The database refuses to change or remove an entry of the activity log.

The guard is raised after every migration (`tournament.receivers.guard_after_migrating`), as it is today.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("scoring", "0001_initial")]

    operations = []
