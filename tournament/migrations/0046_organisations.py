"""Who owns events, clubs, people, lists, files and channels, and who works for whom."""

import django.db.models.deletion
import scoring.models.organisation
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0018_organisations'),
        ('tournament', '0045_event_logo'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='membership',
            name='role_is_known',
        ),
        migrations.AddField(
            model_name='channel',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='club',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='event',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='incomingfile',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='organisation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='membership',
            name='organisation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='player',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='ratinglist',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournament.event'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='role',
            field=models.CharField(choices=[('owner', 'Owner'), ('director', 'Director'), ('rating_officer', 'Rating officer'), ('scorekeeper', 'Scorekeeper'), ('door', 'Door'), ('reader', 'Read-only')], max_length=16),
        ),
        migrations.AlterField(
            model_name='membership',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournament.event'),
        ),
        migrations.AlterField(
            model_name='membership',
            name='role',
            field=models.CharField(choices=[('owner', 'Owner'), ('director', 'Director'), ('rating_officer', 'Rating officer'), ('scorekeeper', 'Scorekeeper'), ('door', 'Door'), ('reader', 'Read-only')], max_length=16),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event', None), ('organisation__isnull', False)), models.Q(('event__isnull', False), ('organisation', None)), _connector='OR'), name='invitation_to_one_place'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('organisation', 'user'), name='one_role_in_an_organisation'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event', None), ('organisation__isnull', False)), models.Q(('event__isnull', False), ('organisation', None)), _connector='OR'), name='membership_of_one_place'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'director', 'rating_officer', 'scorekeeper', 'door', 'reader'])), name='role_is_known'),
        ),
    ]
