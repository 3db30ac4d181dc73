"""No table changes: an event of an earlier version is held by its log from here on, see `tournament.receivers`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0076_folded_search")]
    operations = []
