"""The tables as they were before 1.2: one migration for the fifty-six that led to them."""

import clubcomp.models.clubs
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pairing.registry
from django.conf import settings
from django.db import migrations, models

#: A function, because its plan is kept: every poll of every phone calls it.
VERSION = """
    CREATE FUNCTION clubcomp_version(
        club_slug text, competition_slug text, OUT id bigint, OUT club bigint,
        OUT of_competitions bigint, OUT competition bigint, OUT zone text, OUT is_copied boolean
    ) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        SELECT held.id, held.version, coalesce(sum(one.version), 0)::bigint,
            max(one.version) FILTER (WHERE one.slug = competition_slug), held.time_zone,
            coalesce(held.no_copies_until < now(), true)
        INTO id, club, of_competitions, competition, zone, is_copied
        FROM clubcomp_club held LEFT JOIN clubcomp_competition one ON one.club_id = held.id
        WHERE held.slug = club_slug GROUP BY held.id;
    END $$
"""
#: The process that sends messages hears of new ones when the transaction that wrote them commits.
TELLING = """
    CREATE FUNCTION clubcomp_tell_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NOTIFY clubcomp_messages;
        RETURN NULL;
    END $$;
    CREATE TRIGGER clubcomp_tell_of_messages AFTER INSERT ON clubcomp_message
        FOR EACH STATEMENT EXECUTE FUNCTION clubcomp_tell_of_messages();
"""


class Migration(migrations.Migration):
    #: The last commit that has them apart.
    last_apart = 'cd9cd74b'

    replaces = [
        ('clubcomp', '0001_initial'),
        ('clubcomp', '0002_trail_outlives_competition'),
        ('clubcomp', '0003_player_apart'),
        ('clubcomp', '0004_first_round_of_evening'),
        ('clubcomp', '0005_byes_on_request'),
        ('clubcomp', '0006_fill_first_rounds_and_names_apart'),
        ('clubcomp', '0007_forbidden_pair_members_may_read'),
        ('clubcomp', '0008_serials_of_evenings'),
        ('clubcomp', '0009_close_published_demo_accounts'),
        ('clubcomp', '0010_attendance_in_games'),
        ('clubcomp', '0011_identities_and_ratings'),
        ('clubcomp', '0012_game_added'),
        ('clubcomp', '0013_deputies'),
        ('clubcomp', '0014_events_and_original_files'),
        ('clubcomp', '0015_games_ahead'),
        ('clubcomp', '0016_done_presses'),
        ('clubcomp', '0017_uploads'),
        ('clubcomp', '0018_guests_of_their_evenings'),
        ('clubcomp', '0019_competitions_of_one_name_apart'),
        ('clubcomp', '0020_drop_reasons'),
        ('clubcomp', '0021_keep_what_is_new'),
        ('clubcomp', '0022_round_seal'),
        ('clubcomp', '0023_kept_pages'),
        ('clubcomp', '0024_messages'),
        ('clubcomp', '0025_deputy_scope'),
        ('clubcomp', '0026_personal_links'),
        ('clubcomp', '0027_wrong_sign_ins'),
        ('clubcomp', '0028_who_may_see_what'),
        ('clubcomp', '0029_wishes'),
        ('clubcomp', '0030_found_by_search_engines'),
        ('clubcomp', '0031_invitations'),
        ('clubcomp', '0032_own_words'),
        ('clubcomp', '0033_embed_sites'),
        ('clubcomp', '0034_forgotten'),
        ('clubcomp', '0035_reserves'),
        ('clubcomp', '0036_results_by_players'),
        ('clubcomp', '0037_sessions'),
        ('clubcomp', '0038_seasons'),
        ('clubcomp', '0039_recovery_codes'),
        ('clubcomp', '0040_stage'),
        ('clubcomp', '0041_second_factors'),
        ('clubcomp', '0042_asks_second_factor'),
        ('clubcomp', '0043_time_zones'),
        ('clubcomp', '0044_club_rating'),
        ('clubcomp', '0045_reserves_asked_ahead'),
        ('clubcomp', '0046_categories'),
        ('clubcomp', '0047_no_copies_until'),
        ('clubcomp', '0048_groups'),
        ('clubcomp', '0049_prizes'),
        ('clubcomp', '0050_code_in_ids'),
        ('clubcomp', '0051_games_count_elsewhere'),
        ('clubcomp', '0052_named_byes'),
        ('clubcomp', '0053_prizes_of_groups'),
        ('clubcomp', '0054_drawn_at'),
        ('clubcomp', '0055_privacy_words'),
        ('clubcomp', '0056_last_backup'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                ('country', models.CharField(blank=True, max_length=2, verbose_name='country')),
                ('time_zone', models.CharField(default='Europe/Amsterdam', max_length=50, verbose_name='time zone')),
                ('version', models.PositiveBigIntegerField(default=1, editable=False)),
                ('audience', models.CharField(choices=[('everybody', 'everybody'), ('link', 'who has the link of the club'), ('members', 'members of the club')], default='everybody', max_length=10, verbose_name='who may read')),
                ('names_shown', models.CharField(choices=[('full', 'the whole name'), ('initial', 'first name and initial: Anna V.'), ('hidden', 'no name, but a number')], default='full', max_length=10, verbose_name='names for strangers')),
                ('shows_youth_names', models.BooleanField(default=False, verbose_name='whole names of young players')),
                ('no_copies_until', models.DateTimeField(editable=False, null=True)),
                ('is_findable', models.BooleanField(default=False, verbose_name='found by search engines')),
                ('link_generation', models.PositiveIntegerField(default=1, editable=False)),
                ('code_in_ids', models.CharField(default=clubcomp.models.clubs.new_code, editable=False, max_length=16)),
                ('has_wishes', models.BooleanField(default=False, editable=False)),
                ('sender_name', models.CharField(blank=True, max_length=100, verbose_name='name of the sender')),
                ('reply_to', models.EmailField(blank=True, max_length=254, verbose_name='answers go to')),
                ('kinds_off', models.JSONField(blank=True, default=list, verbose_name='not sent')),
                ('embed_sites', models.CharField(blank=True, default='', max_length=500, verbose_name='sites that may show our pages')),
                ('rating_k', models.PositiveSmallIntegerField(choices=[(0, 'no'), (10, 'K = 10'), (20, 'K = 20'), (30, 'K = 30'), (40, 'K = 40')], default=0, verbose_name='club rating')),
                ('privacy_words', models.TextField(blank=True, default='', max_length=4000, verbose_name='our own words on privacy')),
                ('asks_second_factor', models.BooleanField(default=False, verbose_name='more than the password of owners and leaders')),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=40)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='DonePress',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='KeptPage',
            fields=[
                ('slot', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=64)),
                ('until', models.FloatField(db_index=True)),
                ('status', models.PositiveSmallIntegerField()),
                ('headers', models.JSONField()),
                ('br', models.BinaryField()),
                ('gzip', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='LastBackup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('host', models.CharField(max_length=255)),
                ('made_at', models.DateTimeField()),
                ('state', models.CharField(blank=True, max_length=32)),
                ('checked', models.CharField(max_length=16)),
            ],
        ),
        migrations.CreateModel(
            name='PushKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('private', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='WrongSignIns',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('count', models.PositiveIntegerField()),
                ('last', models.DateTimeField(db_index=True)),
            ],
            options={
                'verbose_name_plural': 'wrong sign-ins',
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('is_staff', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Competition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, verbose_name='address')),
                ('game', models.CharField(choices=[('chess', 'chess'), ('draughts', 'draughts'), ('go', 'go')], default='chess', max_length=10, verbose_name='game')),
                ('system', models.CharField(choices=pairing.registry.system_choices, max_length=40, verbose_name='system')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('seeding_list', models.CharField(blank=True, max_length=20, verbose_name='rating list')),
                ('seeding_tempo', models.CharField(blank=True, choices=[('', 'classical'), ('rapid', 'rapid'), ('blitz', 'blitz')], max_length=10, verbose_name='tempo of the list')),
                ('audience', models.CharField(blank=True, choices=[('everybody', 'everybody'), ('link', 'who has the link of the club'), ('members', 'members of the club')], max_length=10, verbose_name='who may read')),
                ('names_shown', models.CharField(blank=True, choices=[('full', 'the whole name'), ('initial', 'first name and initial: Anna V.'), ('hidden', 'no name, but a number')], max_length=10, verbose_name='names for strangers')),
                ('sign_off_until', models.TimeField(blank=True, null=True, verbose_name='signing off until')),
                ('reserves_asked_ahead', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'on the day itself'), (1, 'from the day before'), (2, 'from two days before'), (3, 'from three days before')], null=True, verbose_name='reserves asked automatically')),
                ('results_by_players', models.CharField(blank=True, choices=[('confirmed', 'yes: one enters it, the other one confirms it'), ('at_once', 'yes: it counts at once, unless the other one says otherwise')], max_length=10, verbose_name='results by the players')),
                ('stage', models.CharField(choices=[('running', 'running'), ('finished', 'finished'), ('archived', 'archived')], default='running', editable=False, max_length=10, verbose_name='stage')),
                ('goes_up', models.PositiveSmallIntegerField(default=0, verbose_name='go up')),
                ('goes_down', models.PositiveSmallIntegerField(default=0, verbose_name='go down')),
                ('one_prize_each', models.BooleanField(default=True, verbose_name='nobody has two prizes')),
                ('dearest_prize_first', models.BooleanField(default=False, verbose_name='the dearest prize is given first')),
                ('ties_share_prizes', models.BooleanField(default=False, verbose_name='equal points share a prize')),
                ('version', models.PositiveBigIntegerField(default=1, editable=False)),
                ('last_serial', models.PositiveIntegerField(default=0, editable=False)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('drawn_at', models.DateTimeField(editable=False, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='competitions', to='clubcomp.club')),
                ('counts_in', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cups', to='clubcomp.competition', verbose_name='counts in')),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('born_from', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='born in or after')),
                ('born_until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='born in or before')),
                ('is_women', models.BooleanField(default=False, verbose_name='women')),
                ('rating_from', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating from')),
                ('rating_until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating up to')),
                ('is_newcomers', models.BooleanField(default=False, verbose_name='in the first season at the club')),
                ('is_public', models.BooleanField(default=False, verbose_name='strangers see this table')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='clubcomp.competition')),
            ],
            options={
                'verbose_name_plural': 'categories',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40)),
                ('start', models.PositiveIntegerField(verbose_name='place in the start order')),
                ('rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating')),
                ('joined', models.PositiveIntegerField(default=1, verbose_name='first evening')),
                ('left', models.PositiveIntegerField(blank=True, null=True, verbose_name='last evening')),
                ('guest', models.BooleanField(default=False, verbose_name='guest')),
                ('group', models.CharField(blank=True, max_length=20, verbose_name='group')),
                ('moves', models.JSONField(blank=True, default=list, editable=False)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='clubcomp.competition')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='CategoryPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='picked', to='clubcomp.category')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('serial', models.PositiveIntegerField(editable=False)),
                ('date', models.DateField(blank=True, null=True, verbose_name='date')),
                ('starts_at', models.TimeField(blank=True, null=True, verbose_name='starts at')),
                ('games', models.PositiveSmallIntegerField(default=1, verbose_name='games')),
                ('first_round', models.PositiveIntegerField(default=1, editable=False)),
                ('status', models.CharField(choices=[('planned', 'planned'), ('open', 'open'), ('closed', 'closed')], default='planned', max_length=10)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='clubcomp.competition')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Deputy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(choices=[('evening', 'lead the evening'), ('results', 'enter the results only')], default='evening', max_length=10)),
                ('by_link', models.BooleanField(default=False)),
                ('named_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('named_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deputy_for', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deputies', to='clubcomp.evening')),
            ],
            options={
                'verbose_name_plural': 'deputies',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('expected', 'expected'), ('present', 'present'), ('absent', 'signed off'), ('external', 'external'), ('no_notice', 'did not turn up'), ('exempt', 'not invited'), ('half_point_bye', 'half-point bye'), ('full_point_bye', 'full-point bye')], default='expected', max_length=20)),
                ('from_game', models.PositiveSmallIntegerField(default=1, verbose_name='from game')),
                ('until_game', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='until game')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('is_own', models.BooleanField(default=False)),
                ('is_reserve', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendance', to='clubcomp.entry')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendance', to='clubcomp.evening')),
            ],
            options={
                'verbose_name_plural': 'attendance',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='place')),
                ('federation', models.CharField(blank=True, max_length=3, verbose_name='federation')),
                ('start', models.DateField(blank=True, null=True, verbose_name='first day')),
                ('end', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('chief_arbiter', models.CharField(blank=True, max_length=200, verbose_name='chief arbiter')),
                ('arbiters', models.TextField(blank=True, verbose_name='deputy arbiters')),
                ('time_control', models.CharField(blank=True, max_length=200, verbose_name='time control')),
                ('type', models.CharField(blank=True, max_length=200, verbose_name='type of competition')),
                ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='event', to='clubcomp.competition')),
            ],
        ),
        migrations.CreateModel(
            name='ForbiddenPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('members_may_read', models.BooleanField(default=False, verbose_name='members may read this')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='clubcomp.competition')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Forgotten',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.BigIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('signs', models.JSONField(default=list)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forgotten', to='clubcomp.club')),
            ],
            options={
                'verbose_name_plural': 'forgotten',
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField()),
                ('result', models.CharField(choices=[('1-0', '1-0'), ('1/2-1/2', '1/2-1/2'), ('0-1', '0-1'), ('*', '*'), ('1-0F', '1-0F'), ('0-1F', '0-1F'), ('0-0F', '0-0F')], default='*', max_length=8)),
                ('put_off', models.CharField(blank=True, choices=[('', 'no'), ('adjourned', 'adjourned'), ('postponed', 'postponed')], default='', max_length=10)),
                ('played_on', models.DateField(blank=True, null=True, verbose_name='played on')),
                ('fixed', models.CharField(blank=True, max_length=500)),
                ('added', models.JSONField(blank=True, editable=False, null=True)),
                ('entered_at', models.DateTimeField(blank=True, null=True)),
                ('black', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_as_black', to='clubcomp.entry')),
                ('counted_from', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='counted_as', to='clubcomp.game')),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('white', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_as_white', to='clubcomp.entry')),
            ],
            options={
                'ordering': ['round', 'board'],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(choices=[('1-0', '1-0'), ('1/2-1/2', '1/2-1/2'), ('0-1', '0-1'), ('*', '*'), ('1-0F', '1-0F'), ('0-1F', '0-1F'), ('0-0F', '0-0F')], max_length=8)),
                ('at', models.DateTimeField()),
                ('black', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
                ('white', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.entry')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='clubcomp.game')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='GameAhead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('result', models.CharField(choices=[('1-0', '1-0'), ('1/2-1/2', '1/2-1/2'), ('0-1', '0-1'), ('1-0F', '1-0F'), ('0-1F', '0-1F'), ('0-0F', '0-0F')], max_length=8)),
                ('played_on', models.DateField(blank=True, null=True, verbose_name='played on')),
                ('reason', models.CharField(max_length=500)),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('black', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubcomp.entry')),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games_ahead', to='clubcomp.evening')),
                ('white', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubcomp.entry')),
            ],
            options={
                'verbose_name_plural': 'games ahead',
                'ordering': ['evening__number', 'number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='GameAttendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField(verbose_name='game')),
                ('status', models.CharField(choices=[('expected', 'expected'), ('present', 'present'), ('absent', 'signed off'), ('external', 'external'), ('no_notice', 'did not turn up'), ('exempt', 'not invited'), ('half_point_bye', 'half-point bye'), ('full_point_bye', 'full-point bye')], max_length=20)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_attendance', to='clubcomp.entry')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_attendance', to='clubcomp.evening')),
            ],
            options={
                'verbose_name_plural': 'attendance in games',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Original',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.BinaryField()),
                ('document', models.TextField()),
                ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='original', to='clubcomp.competition')),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('sort_key', models.CharField(editable=False, max_length=420)),
                ('rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating')),
                ('title', models.CharField(blank=True, max_length=10, verbose_name='title')),
                ('grade', models.CharField(blank=True, max_length=10, verbose_name='grade')),
                ('federation', models.CharField(blank=True, max_length=3, verbose_name='federation')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('birth_date', models.DateField(blank=True, null=True, verbose_name='date of birth')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth')),
                ('sex', models.CharField(blank=True, max_length=10, verbose_name='sex')),
                ('other_club', models.CharField(blank=True, max_length=200, verbose_name='other club')),
                ('is_member', models.BooleanField(default=True, verbose_name='member of the club')),
                ('is_occasional', models.BooleanField(default=False, verbose_name='comes now and then')),
                ('is_forgotten', models.BooleanField(default=False, editable=False)),
                ('apart', models.CharField(blank=True, editable=False, max_length=20)),
                ('link_generation', models.PositiveIntegerField(default=1, editable=False)),
                ('initial_apart', models.CharField(blank=True, editable=False, max_length=20)),
                ('shown_as', models.CharField(blank=True, choices=[('full', 'the whole name'), ('initial', 'first name and initial: Anna V.'), ('hidden', 'no name, but a number')], max_length=10, verbose_name='name for strangers')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='clubcomp.club')),
            ],
            options={
                'ordering': ['sort_key', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('kind', models.CharField(max_length=20)),
                ('channel', models.CharField(default='email', max_length=10)),
                ('address', models.CharField(blank=True, max_length=254)),
                ('language', models.CharField(max_length=10)),
                ('facts', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('sent_at', models.DateTimeField(db_index=True, null=True)),
                ('given_up_at', models.DateTimeField(db_index=True, null=True)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='clubcomp.club')),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.device')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.player')),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('leader', 'competition leader'), ('member', 'member')], max_length=10, verbose_name='role')),
                ('is_pending', models.BooleanField(default=False, verbose_name='invited')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubcomp.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('player', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='membership', to='clubcomp.player')),
            ],
        ),
        migrations.CreateModel(
            name='Identity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(blank=True, choices=[('', 'not known whose'), ('FIDE', 'FIDE'), ('KNSB', 'KNSB'), ('KNDB', 'KNDB'), ('TSF', 'TSF'), ('EGD', 'EGD'), ('own', 'own number of the club')], max_length=10, verbose_name='given by')),
                ('number', models.CharField(max_length=40, verbose_name='number')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='identities', to='clubcomp.player')),
            ],
            options={
                'verbose_name_plural': 'identities',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubcomp.player'),
        ),
        migrations.AddField(
            model_name='device',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='clubcomp.player'),
        ),
        migrations.CreateModel(
            name='Away',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField(verbose_name='first day away')),
                ('last', models.DateField(verbose_name='last day away')),
                ('kind', models.CharField(choices=[('absent', 'signed off'), ('external', 'external'), ('exempt', 'not invited')], default='absent', max_length=20, verbose_name='how')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='away', to='clubcomp.player')),
            ],
            options={
                'verbose_name_plural': 'away',
                'ordering': ['first', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('list', models.CharField(max_length=20, verbose_name='list')),
                ('tempo', models.CharField(blank=True, choices=[('', 'classical'), ('rapid', 'rapid'), ('blitz', 'blitz')], max_length=10, verbose_name='tempo of the list')),
                ('date', models.DateField(blank=True, null=True, verbose_name='date of the list')),
                ('value', models.PositiveSmallIntegerField(verbose_name='rating')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubcomp.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='RecordPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.BigIntegerField()),
                ('since', models.PositiveIntegerField()),
                ('until', models.PositiveIntegerField(blank=True, null=True)),
                ('text', models.TextField(blank=True)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='record_parts', to='clubcomp.competition')),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=200)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('proposed', 'proposal'), ('published', 'published'), ('finished', 'finished')], default='proposed', max_length=10)),
                ('paired_by', models.CharField(choices=[('system', 'the system'), ('hand', 'hand'), ('elsewhere', 'another program')], default='system', max_length=10)),
                ('system', models.CharField(blank=True, max_length=40)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('to_pair', models.TextField(blank=True)),
                ('record_version', models.PositiveIntegerField(blank=True, null=True)),
                ('record_digest', models.CharField(blank=True, max_length=64)),
                ('proposal', models.JSONField(blank=True, default=dict)),
                ('fixed', models.JSONField(blank=True, default=list)),
                ('named_byes', models.JSONField(blank=True, default=list)),
                ('kept_results', models.JSONField(blank=True, default=dict)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('seal', models.JSONField(blank=True, editable=False, null=True)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='clubcomp.evening')),
                ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['evening__number', 'number'],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='clubcomp.round'),
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('first', models.DateField(verbose_name='first day')),
                ('last', models.DateField(verbose_name='last day')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='clubcomp.club')),
            ],
            options={
                'ordering': ['-first', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='competition',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='competitions', to='clubcomp.season', verbose_name='season'),
        ),
        migrations.CreateModel(
            name='SecondFactor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('app', 'app with codes'), ('passkey', 'passkey')], max_length=10)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('secret', models.TextField()),
                ('counter', models.BigIntegerField(default=0)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='second_factors', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Tempo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40, verbose_name='short name')),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name')),
                ('games_per_evening', models.PositiveSmallIntegerField(default=1, verbose_name='games an evening')),
                ('last_n', models.PositiveSmallIntegerField(default=0, verbose_name='not again within')),
                ('absence_limit', models.PositiveSmallIntegerField(default=0, verbose_name='absence credits')),
                ('weight', models.CharField(default='1', max_length=20, verbose_name='weight')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tempos', to='clubcomp.competition')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number in the list')),
                ('name', models.CharField(blank=True, max_length=100, verbose_name='name')),
                ('worth', models.PositiveIntegerField(default=0, verbose_name='worth')),
                ('group', models.CharField(blank=True, max_length=20, verbose_name='group')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('is_apart', models.BooleanField(default=False, verbose_name='beside another prize')),
                ('category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='prizes', to='clubcomp.category', verbose_name='category')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='clubcomp.competition')),
                ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubcomp.entry', verbose_name='winner')),
                ('tempo', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='clubcomp.tempo', verbose_name='tempo')),
            ],
            options={
                'ordering': ['number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Habit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_reserve', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='habits', to='clubcomp.entry')),
                ('tempo', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='habits', to='clubcomp.tempo')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='evening',
            name='tempo',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='clubcomp.tempo'),
        ),
        migrations.CreateModel(
            name='TrailEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('by_name', models.CharField(blank=True, max_length=200)),
                ('action', models.CharField(max_length=60)),
                ('facts', models.JSONField(blank=True, default=dict)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by_player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='trail', to='clubcomp.player')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trail', to='clubcomp.club')),
                ('competition', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='trail', to='clubcomp.competition')),
                ('evening', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='trail', to='clubcomp.evening')),
            ],
            options={
                'verbose_name_plural': 'trail entries',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Unpaired',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('bye', 'bye'), ('external', 'external'), ('no_notice', 'absent without notice'), ('exempt', 'not invited'), ('half_point_bye', 'half-point bye'), ('full_point_bye', 'full-point bye')], max_length=20)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='unpaired', to='clubcomp.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='unpaired', to='clubcomp.round')),
            ],
            options={
                'verbose_name_plural': 'unpaired',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('data', models.BinaryField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubcomp.club')),
            ],
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('channel', models.CharField(max_length=10)),
                ('language', models.CharField(max_length=10)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='clubcomp.player')),
            ],
            options={
                'verbose_name_plural': 'wishes',
            },
        ),
        migrations.CreateModel(
            name='WrongLinks',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hour', models.PositiveIntegerField()),
                ('address', models.CharField(blank=True, max_length=32)),
                ('count', models.PositiveIntegerField(default=1)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wrong_links', to='clubcomp.club')),
            ],
            options={
                'verbose_name_plural': 'wrong links',
            },
        ),
        migrations.AddConstraint(
            model_name='category',
            constraint=models.UniqueConstraint(models.F('competition'), django.db.models.functions.text.Upper('name'), name='one_category_per_name_and_competition'),
        ),
        migrations.AddConstraint(
            model_name='categoryplayer',
            constraint=models.UniqueConstraint(fields=('category', 'entry'), name='picked_once_per_category'),
        ),
        migrations.AddConstraint(
            model_name='deputy',
            constraint=models.UniqueConstraint(fields=('evening', 'user'), name='deputy_once_per_evening'),
        ),
        migrations.AddConstraint(
            model_name='attendance',
            constraint=models.UniqueConstraint(fields=('evening', 'entry'), name='one_attendance_per_evening'),
        ),
        migrations.AddConstraint(
            model_name='forgotten',
            constraint=models.UniqueConstraint(fields=('club', 'player'), name='once_forgotten_per_player'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('game', 'entry'), name='one_claim_per_player'),
        ),
        migrations.AddConstraint(
            model_name='gameahead',
            constraint=models.CheckConstraint(condition=models.Q(('white', models.F('black')), _negated=True), name='nobody_is_ahead_of_himself'),
        ),
        migrations.AddConstraint(
            model_name='gameattendance',
            constraint=models.UniqueConstraint(fields=('evening', 'entry', 'game'), name='one_attendance_per_game'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('given_up_at', None), ('sent_at', None)), fields=['due_at'], name='messages_that_wait'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_role_per_person_and_club'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.UniqueConstraint(fields=('club', 'issuer', 'number'), name='one_player_per_issuer_and_number'),
        ),
        migrations.AddConstraint(
            model_name='identity',
            constraint=models.UniqueConstraint(condition=models.Q(('issuer', '')), fields=('player',), name='one_number_of_unknown_issuer'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('competition', 'key'), name='one_entry_per_key'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('competition', 'player'), name='one_entry_per_player'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('competition', 'start'), name='one_entry_per_start_place'),
        ),
        migrations.AddConstraint(
            model_name='away',
            constraint=models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='away_ends_after_it_begins'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'list', 'tempo', 'date'), name='one_rating_per_list_and_date', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='recordpart',
            constraint=models.UniqueConstraint(fields=('competition', 'place', 'since'), name='one_part_per_place_and_version'),
        ),
        migrations.AddConstraint(
            model_name='recoverycode',
            constraint=models.UniqueConstraint(fields=('user', 'number'), name='one_recovery_code_per_number'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('evening', 'number'), name='one_round_per_number'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'board'), name='one_game_per_board'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('white', models.F('black')), _negated=True), name='nobody_plays_himself'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Upper('name'), name='one_season_per_name'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='season_ends_after_it_begins'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(fields=('club', 'slug'), name='one_competition_per_address'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(models.F('season'), django.db.models.functions.text.Upper('name'), name='one_competition_per_name_and_season'),
        ),
        migrations.AddConstraint(
            model_name='tempo',
            constraint=models.UniqueConstraint(fields=('competition', 'key'), name='one_tempo_per_key'),
        ),
        migrations.AddConstraint(
            model_name='habit',
            constraint=models.UniqueConstraint(fields=('entry', 'tempo'), name='one_habit_per_tempo'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('competition', 'number'), name='one_evening_per_number'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(fields=('competition', 'serial'), name='one_evening_per_serial'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('competition',), name='one_open_evening_per_competition'),
        ),
        migrations.AddConstraint(
            model_name='unpaired',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='unpaired_once_per_round'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('player', 'kind', 'channel'), name='one_wish_per_kind_and_channel'),
        ),
        migrations.AddConstraint(
            model_name='wronglinks',
            constraint=models.UniqueConstraint(fields=('club', 'hour', 'address'), name='wrong_links_once_an_hour'),
        ),
        # It may be lost: what is in it is made again.
        migrations.RunSQL("ALTER TABLE clubcomp_keptpage SET UNLOGGED", migrations.RunSQL.noop),
        migrations.RunSQL(VERSION, "DROP FUNCTION clubcomp_version"),
        migrations.RunSQL(TELLING, migrations.RunSQL.noop),
    ]
