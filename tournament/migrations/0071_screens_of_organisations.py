import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery

import scoring.models.organisation


def follow_events(apps, schema_editor):
    """A screen belongs to the organisation of the event it shows; one that waits, to the first."""
    database = schema_editor.connection.alias
    events = apps.get_model("tournament", "Event").objects.using(database)
    screens = apps.get_model("tournament", "Screen").objects.using(database)
    of_event = events.filter(pk=OuterRef("event")).values("organisation")
    screens.exclude(event=None).update(organisation=Subquery(of_event))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0018_organisations"),
        ("tournament", "0070_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="screen",
            name="organisation",
            field=models.ForeignKey(
                default=scoring.models.organisation.current_or_first_tenant,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.organisation",
            ),
        ),
        migrations.RunPython(follow_events, migrations.RunPython.noop),
    ]
