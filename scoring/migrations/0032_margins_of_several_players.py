"""Clear figures of games of three and four players, whose margins were wrong; they are written again after migrating."""

from django.db import migrations
from django.db.models import Count


def write_again(apps, schema_editor):
    alias = schema_editor.connection.alias
    games = apps.get_model("scoring", "Game").objects.using(alias)
    several = games.annotate(count=Count("players")).filter(count__gt=2).values("pk")
    summaries = apps.get_model("scoring", "GameSummary").objects.using(alias)
    summaries.filter(game__in=several).update(sides=None)


class Migration(migrations.Migration):

    dependencies = [("scoring", "0031_sheet_rulings")]

    operations = [migrations.RunPython(write_again, migrations.RunPython.noop)]
