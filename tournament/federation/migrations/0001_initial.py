import django.db.models.deletion
import scoring.tenancy
import tournament.models.codes
from django.db import migrations, models

from tournament.migration_operations import CreateModelIfMissing


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('scoring', '0029_logged_counts'),
        ('tournament', '0081_rooms'),
    ]

    operations = [
        CreateModelIfMissing(
            name='Championship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('rules_copy', models.JSONField(default=dict)),
                ('by_division', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('events', models.ManyToManyField(blank=True, related_name='championships', to='tournament.event')),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'db_table': 'tournament_championship',
                'ordering': ['-created_at', 'name'],
            },
        ),
        CreateModelIfMissing(
            name='Contact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('telephone', models.CharField(blank=True, max_length=40)),
                ('call_whom', models.CharField(blank=True, max_length=200)),
                ('changed_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='contact', to='tournament.player')),
            ],
            options={
                'db_table': 'tournament_contact',
                'ordering': ['player__sort_name'],
            },
        ),
        CreateModelIfMissing(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.PositiveBigIntegerField(null=True)),
                ('shown', models.CharField(max_length=80)),
                ('digests', models.JSONField(default=list)),
                ('photographs_too', models.BooleanField(default=True)),
                ('at', models.DateTimeField()),
                ('organisation', models.ForeignKey(db_constraint=False, default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='scoring.organisation')),
            ],
            options={
                'db_table': 'tournament_erasure',
                'ordering': ['id'],
            },
        ),
        CreateModelIfMissing(
            name='RegistrationRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('when', models.CharField(choices=[('never', 'closed'), ('now', 'open'), ('dates', 'open between two dates')], default='never', max_length=8)),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('limit', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('division_limits', models.JSONField(blank=True, default=dict)),
                ('asks_director', models.BooleanField(default=False)),
                ('shows_names', models.BooleanField(default=False)),
                ('about', models.TextField(blank=True, max_length=1000)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='registration', to='tournament.event')),
            ],
            options={
                'db_table': 'tournament_registrationrules',
            },
        ),
        CreateModelIfMissing(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('name_key', models.CharField(max_length=80)),
                ('member', models.CharField(blank=True, max_length=40)),
                ('notes', models.CharField(blank=True, max_length=300)),
                ('by_initials', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('place', 'registered'), ('waiting', 'on the waiting list'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], max_length=10)),
                ('code', models.CharField(default=tournament.models.codes.new_registration_code, max_length=12, unique=True)),
                ('came_at', models.DateTimeField()),
                ('queued_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('refused_why', models.CharField(blank=True, max_length=300)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='tournament.division')),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournament.event')),
            ],
            options={
                'db_table': 'tournament_registration',
                'ordering': ['queued_at', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ('place', 'waiting')), ('ended_at__isnull', False), _connector='OR'), name='registration_ended_at_some_time')],
            },
        ),
        CreateModelIfMissing(
            name='SharedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('consent_how', models.CharField(max_length=200)),
                ('offered_by', models.CharField(max_length=150)),
                ('offered_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('own', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='received', to='tournament.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='tournament.player')),
                ('to', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'db_table': 'tournament_sharedperson',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('player', 'to'), name='person_shared_once')],
            },
        ),
    ]
