import django.db.models.deletion
import games.tables.models.tables
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sweep_at', models.DateTimeField(help_text='The last sweep.')),
            ],
        ),
        migrations.CreateModel(
            name='SharedDeals',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('commitment', models.CharField(help_text='SHA-256 of the secret that fixes every deal, in hexadecimal.', max_length=64)),
                ('created_at', models.DateTimeField()),
                ('digest', models.CharField(blank=True, help_text="SHA-256 of the hashes of all tables' seats, once they are frozen.", max_length=64)),
                ('reveal_by', models.DateTimeField(blank=True, help_text='Until when the salts behind the frozen hashes may come.', null=True)),
                ('dealt_at', models.DateTimeField(blank=True, help_text='When the salts were final and the first hand was dealt.', null=True)),
                ('opened_at', models.DateTimeField(blank=True, help_text='When all had played and the deals became public.', null=True)),
            ],
            options={
                'verbose_name_plural': 'shared deals',
                'constraints': [models.CheckConstraint(condition=models.Q(('dealt_at', None), models.Q(('digest', ''), _negated=True), _connector='OR'), name='deals_frozen_before_dealt')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(blank=True, help_text='Empty: for good.', null=True)),
                ('reason', models.CharField(max_length=300)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.tables.models.tables.new_public_id, editable=False, max_length=16, unique=True)),
                ('kind', models.CharField(choices=[('casual', 'casual'), ('match', 'match')], default='casual', max_length=8)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('ref', models.CharField(blank=True, db_index=True, help_text='What the table was opened for, as its opener names it, e.g. match:12.', max_length=80)),
                ('match_url', models.CharField(blank=True, help_text='The address of the page of the match, if any.', max_length=200)),
                ('preset', models.CharField(max_length=40)),
                ('rules', models.JSONField(help_text='The whole rule set, frozen at opening.')),
                ('rated', models.BooleanField(default=False)),
                ('visibility', models.CharField(choices=[('open', 'public, in the lobby'), ('link', 'only with the link'), ('league', 'only for the league'), ('event', 'for everybody who can see its event')], default='open', max_length=8)),
                ('bots_allowed', models.BooleanField(default=True)),
                ('min_rating', models.PositiveIntegerField(blank=True, help_text='Whoever is rated lower may not sit down; empty: no limit.', null=True)),
                ('max_rating', models.PositiveIntegerField(blank=True, help_text='Whoever is rated higher may not sit down; empty: no limit.', null=True)),
                ('turn_seconds', models.PositiveIntegerField(default=30)),
                ('bank_seconds', models.PositiveIntegerField(default=0, help_text="What each player has for the whole game once a turn's time is up.")),
                ('start_seconds', models.PositiveIntegerField(default=0, help_text='How long a match waits for its players before it starts without them.')),
                ('first_dealer', models.PositiveSmallIntegerField(blank=True, help_text='The seat that deals first; empty: the rules decide.', null=True)),
                ('start', models.JSONField(blank=True, help_text='Totals and bags by side with which the game begins; empty: from nothing.', null=True)),
                ('last_hand_after', models.DateTimeField(blank=True, help_text='After this time the hand in play is the last; empty: no such limit.', null=True)),
                ('status', models.CharField(choices=[('open', 'open'), ('playing', 'playing'), ('finished', 'finished'), ('abandoned', 'abandoned')], default='open', max_length=10)),
                ('version', models.PositiveIntegerField(default=0, help_text='Rises with every change that anybody can see.')),
                ('turn_version', models.PositiveIntegerField(default=0, help_text='The version at which the present turn began.')),
                ('turn_key', models.CharField(blank=True, help_text='Names the present turn; changes with it.', max_length=40)),
                ('state', models.JSONField(blank=True, help_text="The engine's snapshot; hidden cards.", null=True)),
                ('deadline', models.DateTimeField(blank=True, help_text="When the present turn's own time is up; after it the bank of who is at turn runs.", null=True)),
                ('wake_at', models.DateTimeField(blank=True, db_index=True, help_text='When the server itself must act next: a bot, an expired turn, the next hand.', null=True)),
                ('paused_at', models.DateTimeField(blank=True, help_text="Since when an arbiter has paused the game; the turn's time stands still. Empty: it isn't paused.", null=True)),
                ('pause_reason', models.CharField(blank=True, max_length=300)),
                ('commitment', models.CharField(help_text='SHA-256 of the secret that fixes every deal, in hexadecimal.', max_length=64)),
                ('salts_from', models.PositiveIntegerField(blank=True, help_text="The place of seat 0 among the salts of shared deals; empty: this table's aren't among them.", null=True)),
                ('result', models.JSONField(blank=True, help_text='Winners, totals, bags and hands; or why it was abandoned.', null=True)),
                ('rating_changes', models.JSONField(blank=True, help_text='What the game did to the ratings, once they are known.', null=True)),
                ('news', models.JSONField(blank=True, help_text="The last event that a picture doesn't show by itself: its kind, seat and version.", null=True)),
                ('created_at', models.DateTimeField()),
                ('filled_at', models.DateTimeField(blank=True, help_text='When the last seat was taken.', null=True)),
                ('bots_at', models.DateTimeField(blank=True, help_text='When bots take the seats that are still free; empty: never.', null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Action',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(help_text="The table's version after this row.")),
                ('kind', models.CharField(choices=[('table', 'seats and start'), ('deal', 'draw and deal'), ('play', 'play')], max_length=5)),
                ('hand_no', models.PositiveIntegerField(default=0)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('text', models.TextField(help_text='As in the game record without the seat; a deal is “deal” and the pack.')),
                ('by', models.CharField(choices=[('player', 'player'), ('bot', 'bot'), ('clock', 'clock'), ('server', 'server')], max_length=6)),
                ('action_id', models.CharField(blank=True, help_text="The client's own name for the action.", max_length=64)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['table', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'blocked'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('user', models.F('blocked')), _negated=True), name='blocked_is_another')],
            },
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('table', 'the table'), ('spectators', 'the spectators')], max_length=10)),
                ('name', models.CharField(help_text="The writer's user name.", max_length=150)),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='Where the writer sat; empty for a spectator.', null=True)),
                ('text', models.CharField(blank=True, max_length=300)),
                ('phrase', models.CharField(blank=True, help_text='A code of common/translation/chat_texts.py.', max_length=20)),
                ('request_id', models.CharField(blank=True, help_text="The client's own name for the message.", max_length=64)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('declined', models.BooleanField(default=False)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'muted'), name='muted_once'), models.CheckConstraint(condition=models.Q(('user', models.F('muted')), _negated=True), name='muted_is_another')],
            },
        ),
        migrations.CreateModel(
            name='PresenceLease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('server', models.CharField(help_text="The web process's name for itself.", max_length=32)),
                ('until', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about_name', models.CharField(max_length=150)),
                ('reason', models.CharField(choices=[('abuse', 'Insults or threats'), ('cards', 'Revealing cards or colluding'), ('stalling', 'Stalling or leaving on purpose'), ('spam', 'Advertising or spam'), ('name', 'Offensive name'), ('other', 'Something else')], max_length=10)),
                ('text', models.CharField(blank=True, max_length=400)),
                ('context', models.JSONField()),
                ('request_id', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('decision', models.CharField(blank=True, choices=[('nothing', 'No measure'), ('muted', 'Muted at all tables'), ('banned', 'Banned from the site')], default='', max_length=8)),
                ('note', models.TextField(blank=True, help_text='What was done about it.')),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tables.chatmessage')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(help_text='0 … n−1, clockwise.')),
                ('name', models.CharField(blank=True, help_text="The name shown: a user's or a bot's.", max_length=150)),
                ('bot', models.BooleanField(default=False, help_text="The seat is a bot's own.")),
                ('stand_in', models.BooleanField(default=False, help_text='A bot plays for the person.')),
                ('next_hand', models.BooleanField(default=False, help_text='The person came when the hand in play was dealt already: a bot plays it to its end.')),
                ('salt_hash', models.CharField(blank=True, help_text="SHA-256 of the person's salt; final from the start of the game on.", max_length=64)),
                ('salt', models.CharField(blank=True, help_text="The person's part in the shuffles, in hexadecimal, once it is revealed.", max_length=64)),
                ('salt_waived', models.BooleanField(default=False, help_text="The salt isn't waited for: the person's browser doesn't have it, or they left.")),
                ('rating', models.IntegerField(blank=True, help_text='When the seat was taken.', null=True)),
                ('provisional', models.BooleanField(default=False)),
                ('country', models.CharField(blank=True, help_text="The person's, when the seat was taken.", max_length=2)),
                ('ready', models.BooleanField(default=True, help_text='False: missing at a full table; must arrive, or confirm having been away.')),
                ('missed', models.PositiveSmallIntegerField(default=0, help_text='Turns in a row that the clock took from the person.')),
                ('bank_left', models.FloatField(default=0, help_text="Seconds left of the player's bank.")),
                ('swap_to', models.PositiveSmallIntegerField(blank=True, help_text='The seat that the player asks to change with.', null=True)),
                ('wants_end', models.BooleanField(default=False, help_text='The player agrees to end the game without a result.')),
                ('online', models.BooleanField(default=False)),
                ('arrived_at', models.DateTimeField(blank=True, help_text='When the person was first seen at the table.', null=True)),
                ('last_seen', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='table_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='SharedSalts',
            fields=[
                ('deals', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='salts', serialize=False, to='tables.shareddeals')),
                ('hashes', models.JSONField(help_text='As frozen; empty for a seat without a salt.')),
                ('salts', models.JSONField(help_text='As dealt with; empty for a seat that revealed none in time.', null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SharedSecret',
            fields=[
                ('deals', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='tables.shareddeals')),
                ('master', models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name='silence',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='silence',
            name='user',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='silence', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='TableSecret',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='tables.table')),
                ('master', models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='created_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='table',
            name='deals',
            field=models.ForeignKey(blank=True, help_text="What is dealt here where other tables are dealt the same; else the table's own secret.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tables.shareddeals'),
        ),
        migrations.AddField(
            model_name='table',
            name='rematch',
            field=models.ForeignKey(blank=True, help_text='The table at which the same people play again.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tables.table'),
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tables.table'),
        ),
        migrations.AddField(
            model_name='report',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tables.table'),
        ),
        migrations.AddField(
            model_name='presencelease',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presence_leases', to='tables.table'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tables.table'),
        ),
        migrations.AddField(
            model_name='chatmessage',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tables.table'),
        ),
        migrations.AddField(
            model_name='action',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='tables.table'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', 'visibility', '-created_at'], name='table_lobby'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('started_at', None), ('status', 'open')), models.Q(('finished_at', None), ('started_at__isnull', False), ('status', 'playing')), models.Q(('finished_at__isnull', False), ('started_at__isnull', False), ('status', 'finished')), models.Q(('finished_at__isnull', False), ('status', 'abandoned')), _connector='OR'), name='table_status_has_its_times'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('finished', 'abandoned')), _negated=True), models.Q(('deadline', None), ('wake_at', None)), _connector='OR'), name='table_over_has_no_deadline'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('paused_at', None), models.Q(('status', 'playing'), ('wake_at', None)), _connector='OR'), name='table_paused_in_play'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('min_rating', None), ('max_rating', None), ('min_rating__lte', models.F('max_rating')), _connector='OR'), name='table_ratings_in_order'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('rematch', None), ('status__in', ('finished', 'abandoned')), _connector='OR'), name='table_over_before_rematch'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='seat_once_a_table'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='user_once_a_table'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('bot', False), ('user', None), _connector='OR'), name='seat_bot_or_user'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('index__lt', 5)), name='seat_at_table'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bot', False), ('user', None)), models.Q(('name', ''), _negated=True), _connector='OR'), name='seat_taken_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('salt', ''), models.Q(('salt_hash', ''), _negated=True), _connector='OR'), name='seat_salt_has_a_hash'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('bank_left__gte', 0)), name='seat_bank_not_overdrawn'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('request_id', ''), _negated=True), fields=('reporter', 'request_id'), name='report_once_a_request'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at__isnull', False), ('closed_by', None), _connector='OR'), name='report_closed_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='presencelease',
            constraint=models.UniqueConstraint(fields=('table', 'user', 'server'), name='lease_once_a_server'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='invited_once_a_table'),
        ),
        migrations.AddIndex(
            model_name='chatmessage',
            index=models.Index(fields=['user', 'at'], name='message_pace'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.UniqueConstraint(condition=models.Q(('request_id', ''), _negated=True), fields=('user', 'request_id'), name='message_once_a_request'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('text', ''), models.Q(('phrase', ''), _negated=True)), models.Q(models.Q(('text', ''), _negated=True), ('phrase', '')), _connector='OR'), name='message_text_or_phrase'),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.UniqueConstraint(fields=('table', 'version'), name='action_once_a_version'),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.UniqueConstraint(condition=models.Q(('action_id', ''), _negated=True), fields=('user', 'action_id'), name='action_id_once_a_player'),
        ),
        migrations.AddConstraint(
            model_name='action',
            constraint=models.CheckConstraint(condition=models.Q(('seat', None), ('seat__lt', 5), _connector='OR'), name='action_of_a_seat'),
        ),
    ]
