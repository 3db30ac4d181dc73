import django.db.models.deletion
import scoring.tenancy
import tournament.models.codes
from django.conf import settings
from django.db import migrations, models

from tournament.migration_operations import CreateModelIfMissing


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('scoring', '0029_logged_counts'),
        ('tournament', '0081_rooms'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModelIfMissing(
            name='Kiosk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('secret', models.CharField(max_length=40, unique=True)),
                ('made_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kiosks', to='tournament.event')),
            ],
            options={
                'db_table': 'tournament_kiosk',
                'ordering': ['id'],
            },
        ),
        CreateModelIfMissing(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pairings', 'Pairings at …'), ('start', 'The round starts at …'), ('lunch', 'Lunch until …'), ('break', 'Break until …'), ('text', 'Your own message')], max_length=10)),
                ('time', models.TimeField(blank=True, null=True)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('posted_at', models.DateTimeField()),
                ('taken_down_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='tournament.division')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='tournament.event')),
            ],
            options={
                'db_table': 'tournament_notice',
                'ordering': ['pk'],
            },
        ),
        CreateModelIfMissing(
            name='PlayerCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=tournament.models.codes.new_token, max_length=32, unique=True)),
                ('letters', models.CharField(default=tournament.models.codes.new_player_code, max_length=4)),
                ('made_at', models.DateTimeField()),
                ('reports', models.BooleanField(default=True)),
                ('no_phone', models.BooleanField(default=False)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='code', to='tournament.entry')),
            ],
            options={
                'db_table': 'tournament_playercode',
                'ordering': ['entry__number'],
            },
        ),
        CreateModelIfMissing(
            name='PlayerRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('challenge', 'Challenge'), ('question', 'Question'), ('director', 'Director needed'), ('leave', 'Wants to leave'), ('no_phone', 'No phone')], max_length=10)),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('board', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('accepted', models.BooleanField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='tournament.entry')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'tournament_playerrequest',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('settled_at', None)), fields=('entry', 'kind'), name='one_open_request_of_a_kind')],
            },
        ),
        CreateModelIfMissing(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('length', models.PositiveIntegerField()),
                ('overtime', models.PositiveIntegerField()),
                ('added', models.IntegerField(default=0)),
                ('ran', models.PositiveIntegerField(default=0)),
                ('resumed_at', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clocks', to='tournament.division')),
            ],
            options={
                'db_table': 'tournament_roundclock',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('stopped_at', None)), fields=('division',), name='one_clock_a_division')],
            },
        ),
        CreateModelIfMissing(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(unique=True)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('shows', models.JSONField(blank=True, default=list)),
                ('divisions', models.JSONField(blank=True, default=list)),
                ('pace', models.PositiveSmallIntegerField(default=12)),
                ('is_dark', models.BooleanField(default=True)),
                ('shows_now', models.CharField(blank=True, choices=[('pairings', 'Pairings by board'), ('names', 'Pairings by name'), ('missing', 'Missing boards'), ('standings', 'Standings'), ('prizes', 'Prizes'), ('plays', 'Best plays'), ('live', 'Live boards'), ('highlights', 'Highlights'), ('code', 'QR code of the public site'), ('clock', 'Clock'), ('notices', 'Notices')], max_length=10)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='screens', to='tournament.event')),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'db_table': 'tournament_screen',
                'ordering': ['number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('pace__gte', 3)), name='screen_can_be_read')],
            },
        ),
    ]
