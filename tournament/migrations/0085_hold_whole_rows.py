"""No table changes: the log holds whole rows from here on, see `tournament.receivers`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0084_points_of_seasons")]
    operations = []
