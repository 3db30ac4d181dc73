"""Whose event it was that was removed, as far as the log tells."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Min

import scoring.tenancy

FIRST = 1


def from_the_log(apps, editor):
    """Those removed before there were others are the first organisation's; later ones of who removed them and
    works for one organisation alone. Of the rest nothing says whose they were."""
    using = editor.connection.alias
    activity = apps.get_model("scoring", "Activity").objects.using(using)
    others = apps.get_model("scoring", "Organisation").objects.using(using).exclude(pk=FIRST)
    events = apps.get_model("tournament", "Event").objects.using(using)
    members = apps.get_model("tournament", "Membership").objects.using(using)
    removed_events = apps.get_model("tournament", "RemovedEvent").objects.using(using)
    chains = [f"organisation:{key}" for key in others.values_list("pk", flat=True)]
    before = activity.filter(chain__in=chains).aggregate(first=Min("pk"))["first"] if chains else None
    there = set(events.values_list("slug", flat=True))
    removals = activity.filter(verb__in=["remove_event", "remove_practice_event"], scope__startswith="event:")
    for row in removals.order_by("pk"):
        slug = row.scope.partition(":")[2]
        if slug in there:
            continue
        owner = FIRST
        if chains and (before is None or row.pk > before):
            of = members.filter(user=row.user_id).exclude(organisation=None)
            owners = set(of.values_list("organisation", flat=True))
            if len(owners) != 1:
                continue
            (owner,) = owners
        removed_events.update_or_create(slug=slug, defaults={"organisation_id": owner, "removed_at": row.at})


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0026_trigrams'),
        ('tournament', '0074_shared_persons'),
    ]

    operations = [
        migrations.CreateModel(
            name='RemovedEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('removed_at', models.DateTimeField()),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'ordering': ['slug'],
            },
        ),
        migrations.RunPython(from_the_log, migrations.RunPython.noop),
    ]
