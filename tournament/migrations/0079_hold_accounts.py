"""No table changes: accounts are held by the log from here on, see `tournament.receivers`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0078_half_byes")]
    operations = []
