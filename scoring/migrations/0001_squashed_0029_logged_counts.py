"""All tables of the game at once, for a new database. Older databases are migrated step by step."""

import django.db.models.deletion
import scoring.tenancy
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import connections, migrations, models
from django.utils import timezone

from scoring.search_normalization import NORMALIZING_FUNCTION, create_function_sql
from scoring.models.search_indexes import drop_search_indexes, create_trigram_indexes

PARTS = (
    ("scoring_summary_players", "scoring_gamesummary", "players"),
    ("scoring_summary_words", "scoring_gamesummary", "words"),
    ("activity_summary_trigrams", "scoring_activity", "UPPER(summary)"),
    ("activity_reason_trigrams", "scoring_activity", "UPPER(reason)"),
)


def make_first(apps: Any, schema_editor: Any) -> None:
    """Create the first organisation."""
    organisation = apps.get_model("scoring", "Organisation")
    connection = schema_editor.connection
    organisation.objects.using(connection.alias).create(pk=1, created_at=timezone.now())
    for statement in connection.ops.sequence_reset_sql(no_style(), [organisation]):
        schema_editor.execute(statement)


def make_function(apps: Any, schema_editor: Any) -> None:
    """Create the PostgreSQL function for normalizing searched text (`scoring.search_normalization`)."""
    del apps
    connection = connections[schema_editor.connection.alias]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu'")
        knows_languages = cursor.fetchone() is not None
    with connection.cursor() as cursor:
        cursor.execute(create_function_sql(has_icu=knows_languages))


def drop_function(apps: Any, schema_editor: Any) -> None:
    """Drop the function for normalizing searched text."""
    del apps
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {NORMALIZING_FUNCTION}(text)")


class Migration(migrations.Migration):

    initial = True
    replaces = [
        ('scoring', '0001_initial'),
        ('scoring', '0002_activity_only_grows'),
        ('scoring', '0003_judge_and_files'),
        ('scoring', '0004_sheet_columns'),
        ('scoring', '0005_uploaded_twice'),
        ('scoring', '0006_edits'),
        ('scoring', '0007_signed_slips_and_notes'),
        ('scoring', '0008_lines_as_written'),
        ('scoring', '0009_codes_in_the_log'),
        ('scoring', '0010_nicks_of_players'),
        ('scoring', '0011_chains_and_facts'),
        ('scoring', '0012_game_summaries'),
        ('scoring', '0013_photographs'),
        ('scoring', '0014_practice_games'),
        ('scoring', '0015_who_practises'),
        ('scoring', '0016_pragmas'),
        ('scoring', '0017_sides_of_games'),
        ('scoring', '0018_organisations'),
        ('scoring', '0019_contacts_kept'),
        ('scoring', '0020_redacted_entries'),
        ('scoring', '0025_best_plays'),
        ('scoring', '0026_trigrams'),
        ('scoring', '0027_folding'),
        ('scoring', '0028_order_in_chains'),
        ('scoring', '0029_logged_counts'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('tile_set', models.CharField(max_length=40)),
                ('layout', models.CharField(max_length=40)),
                ('lexicon', models.CharField(blank=True, max_length=80)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('created_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('signed_at', models.DateTimeField(null=True)),
                ('notes', models.JSONField(default=list)),
                ('stray_lines', models.JSONField(default=list)),
                ('pragmas', models.JSONField(default=list)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('signed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Organisation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=120)),
                ('created_at', models.DateTimeField()),
                ('contacts_kept_days', models.PositiveSmallIntegerField(default=365)),
            ],
            options={
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='GameSummary',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='scoring.game')),
                ('players', models.TextField()),
                ('winners', models.TextField(blank=True)),
                ('finals', models.JSONField(default=list)),
                ('highest', models.IntegerField(null=True)),
                ('words', models.TextField(blank=True)),
                ('bingos', models.PositiveSmallIntegerField(default=0)),
                ('differences', models.PositiveSmallIntegerField(default=0)),
                ('rulings', models.PositiveSmallIntegerField(default=0)),
                ('sides', models.JSONField(null=True)),
            ],
            options={
                'verbose_name_plural': 'game summaries',
            },
        ),
        migrations.CreateModel(
            name='GamePhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('caption', models.CharField(blank=True, max_length=120)),
                ('picture', models.BinaryField()),
                ('added_at', models.DateTimeField()),
                ('added_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='scoring.game')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='LoggedCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chain', models.CharField(blank=True, max_length=120)),
                ('actor', models.CharField(max_length=150)),
                ('verb', models.CharField(max_length=60)),
                ('entries', models.PositiveIntegerField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('chain', 'actor', 'verb'), name='logged_count_once')],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='organisation',
            field=models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.CreateModel(
            name='TurnEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('play', 'play'), ('exchange', 'exchange'), ('pass', 'pass'), ('withdrawn', 'withdrawn'), ('challenge_bonus', 'challenge_bonus'), ('overtime', 'overtime'), ('end_rack', 'end_rack'), ('adjustment', 'adjustment')], max_length=20)),
                ('seat', models.PositiveSmallIntegerField()),
                ('rack', models.CharField(max_length=80, null=True)),
                ('coordinate', models.CharField(blank=True, max_length=3)),
                ('tiles', models.CharField(blank=True, max_length=120)),
                ('exchanged', models.PositiveSmallIntegerField(null=True)),
                ('announced', models.IntegerField(null=True)),
                ('total', models.IntegerField(null=True)),
                ('remark', models.TextField(blank=True)),
                ('notes', models.JSONField(default=list)),
                ('as_written', models.TextField(blank=True)),
                ('stray_lines', models.JSONField(default=list)),
                ('entered_at', models.DateTimeField()),
                ('superseded_at', models.DateTimeField(null=True)),
                ('superseded_why', models.TextField(blank=True)),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='scoring.game')),
                ('superseded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='supersedes', to='scoring.turnentry')),
            ],
            options={
                'verbose_name_plural': 'turn entries',
                'ordering': ['position', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('decision', models.CharField(choices=[('correct', 'the correct score counts'), ('let_stand', 'the announced score stands')], max_length=10)),
                ('announced', models.IntegerField()),
                ('correct', models.IntegerField()),
                ('reason', models.TextField(blank=True)),
                ('ruled_at', models.DateTimeField()),
                ('superseded_at', models.DateTimeField(null=True)),
                ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='scoring.turnentry')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Edit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('made', 'made'), ('undone', 'undone, can be done again'), ('dropped', 'undone, and something else was entered since')], default='made', max_length=8)),
                ('made_at', models.DateTimeField()),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='edits', to='scoring.game')),
                ('after', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.turnentry')),
                ('before', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.turnentry')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('saving_since', models.DateTimeField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='UploadedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('text', models.TextField(blank=True)),
                ('digest', models.CharField(blank=True, db_index=True, max_length=64)),
                ('status', models.CharField(max_length=12)),
                ('rules', models.CharField(blank=True, max_length=40)),
                ('report', models.JSONField()),
                ('state', models.CharField(choices=[('looked_at', 'not saved'), ('chosen', 'to be saved'), ('saved', 'saved'), ('refused', 'could not be saved'), ('known', 'recorded already')], default='looked_at', max_length=10)),
                ('problem', models.TextField(blank=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='uploaded_as', to='scoring.game')),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='scoring.upload')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='Activity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('actor', models.CharField(max_length=150)),
                ('verb', models.CharField(max_length=60)),
                ('summary', models.TextField()),
                ('message', models.JSONField(null=True)),
                ('scope', models.CharField(blank=True, db_index=True, max_length=120)),
                ('reason', models.TextField(blank=True)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('facts', models.JSONField(null=True)),
                ('chain', models.CharField(max_length=120, null=True)),
                ('redacts', models.JSONField(null=True)),
                ('redacted_at', models.DateTimeField(null=True)),
                ('salt', models.CharField(blank=True, default='', max_length=32)),
                ('content_hash', models.CharField(blank=True, default='', max_length=64)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('carried', models.BooleanField(default=False)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'activities',
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['chain', 'id'], name='activity_in_chain'), models.Index(fields=['at'], name='activity_by_time'), models.Index(fields=['actor', 'id'], name='activity_by_actor'), models.Index(fields=['verb', 'id'], name='activity_by_verb')],
                'constraints': [models.UniqueConstraint(fields=('chain', 'hash'), name='hash_once_a_chain')],
            },
        ),
        migrations.CreateModel(
            name='PracticeGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='practice', serialize=False, to='scoring.game')),
                ('turns', models.JSONField()),
                ('pace', models.PositiveSmallIntegerField()),
                ('begun_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('keys', models.PositiveIntegerField(default=0)),
                ('begun_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='GamePlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=120)),
                ('nick', models.CharField(blank=True, max_length=120)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='scoring.game')),
            ],
            options={
                'ordering': ['seat'],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_player_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Judgement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('address', models.CharField(blank=True, max_length=45)),
                ('place', models.CharField(blank=True, max_length=120)),
                ('lexicon', models.CharField(max_length=80)),
                ('lexicon_name', models.CharField(max_length=120)),
                ('lexicon_sha256', models.CharField(max_length=64)),
                ('words', models.JSONField()),
                ('by_list', models.BooleanField()),
                ('ruled', models.BooleanField(null=True)),
                ('ruled_reason', models.TextField(blank=True)),
                ('ruled_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='judgements', to='scoring.game')),
                ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['address', 'at'], name='judgement_by_device')],
            },
        ),
        migrations.CreateModel(
            name='SheetColumn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('keeper', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('holds', models.CharField(blank=True, choices=[('scores', 'scores'), ('totals', 'totals'), ('both', 'both')], max_length=6)),
                ('entered_at', models.DateTimeField()),
                ('superseded_at', models.DateTimeField(null=True)),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheet_columns', to='scoring.game')),
                ('superseded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='supersedes', to='scoring.sheetcolumn')),
            ],
            options={
                'ordering': ['keeper', 'seat', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('game', 'keeper', 'seat'), name='one_standing_column_a_sheet')],
            },
        ),
        migrations.AddConstraint(
            model_name='turnentry',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('game', 'position'), name='one_standing_turn_a_position'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('entry',), name='one_standing_ruling_a_turn'),
        ),
        migrations.AddConstraint(
            model_name='uploadedgame',
            constraint=models.UniqueConstraint(fields=('upload', 'position'), name='one_file_a_position'),
        ),
        migrations.RunPython(make_first, migrations.RunPython.noop),
        migrations.RunPython(make_function, drop_function),
        migrations.RunPython(create_trigram_indexes(PARTS), drop_search_indexes(PARTS)),
    ]
