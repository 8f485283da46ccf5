import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hidden_at', models.DateTimeField(blank=True, help_text="Since when staff hide it; empty: they don't.", null=True)),
                ('hidden_reason', models.CharField(blank=True, default='', max_length=300)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('description', models.TextField(blank=True, max_length=2000, verbose_name='description')),
                ('conduct', models.TextField(blank=True, help_text='How members treat each other.', max_length=2000, verbose_name='conduct rules')),
                ('rules', models.JSONField(blank=True, default=dict, help_text='A preset and its house rules, with which seasons begin; empty: none stated.')),
                ('accent', models.CharField(default='green', help_text='One of crests.ACCENTS.', max_length=12)),
                ('crest', models.CharField(blank=True, help_text='See crests.Crest; empty: it follows from the name.', max_length=40)),
                ('is_public', models.BooleanField(default=True, help_text='Visible to everybody; otherwise only to its members.', verbose_name='public')),
                ('is_open', models.BooleanField(default=True, help_text='Open to everybody; otherwise organizers invite members or admit them.', verbose_name='open')),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), condition=models.Q(('is_public', True)), name='public_league_name_once', violation_error_message='There is already a league with that name. Choose another.')],
            },
        ),
        migrations.CreateModel(
            name='InvitationLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='The secret in the address.', max_length=43, unique=True)),
                ('at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('email', models.EmailField(blank=True, help_text='Empty: a link to share.', max_length=254)),
                ('mail_due_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('mail_taken_at', models.DateTimeField(blank=True, help_text='When a process claimed the mail; a claimed mail is sent once.', null=True)),
                ('max_uses', models.PositiveSmallIntegerField()),
                ('uses', models.PositiveSmallIntegerField(default=0)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='leagues.league')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('max_uses__gte', 1), ('uses__lte', models.F('max_uses'))), name='link_used_at_most_so_often'), models.CheckConstraint(condition=models.Q(('email', ''), ('max_uses', 1), _connector='OR'), name='mailed_link_used_once'), models.UniqueConstraint(models.F('league'), django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='mailed_link_once')],
            },
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300)),
                ('until', models.DateTimeField(blank=True, help_text='Empty: for good.', null=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='league_bans', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to='leagues.league')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='one_ban_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=100, verbose_name='title')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='leagues.league')),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(fields=['league', '-at'], name='announcement_of_league')],
            },
        ),
        migrations.CreateModel(
            name='Admission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('invited', 'invited'), ('asking', 'asks to join')], max_length=8)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(help_text='The person who invited or asked.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='leagues.league')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='one_admission_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organizer', 'organizer'), ('arbiter', 'arbiter'), ('member', 'member')], default='member', max_length=12)),
                ('joined_at', models.DateTimeField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='leagues.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='league_member_once'), models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('league',), name='one_owner_a_league')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('kind', models.CharField(choices=[('pairs', 'pairs league'), ('teams', 'team league'), ('series', 'series of tournaments')], default='series', max_length=8, verbose_name='kind')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('open', 'open for sign-up'), ('running', 'under way'), ('finished', 'finished')], default='running', max_length=8)),
                ('starts_on', models.DateField(verbose_name='first day')),
                ('ends_on', models.DateField(verbose_name='last day')),
                ('zone', models.CharField(default='UTC', help_text='Of its days and times.', max_length=64, verbose_name='time zone')),
                ('sign_up_until', models.DateTimeField(blank=True, help_text='Empty: until it is published.', null=True, verbose_name='sign-up closes')),
                ('terms', models.JSONField(blank=True, default=dict)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('ended_early', models.CharField(blank=True, default='', help_text='Why it was ended before its last match.', max_length=300)),
                ('follows', models.ForeignKey(blank=True, help_text='The season before, from which its divisions were proposed.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='followed_by', to='leagues.season')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='leagues.league')),
            ],
            options={
                'ordering': ['-starts_on', '-pk'],
                'constraints': [models.UniqueConstraint(models.F('league'), django.db.models.functions.text.Lower('name'), name='season_name_once'), models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_start'), models.CheckConstraint(condition=models.Q(models.Q(('published_at', None), ('status__in', ('draft', 'open'))), models.Q(('published_at__isnull', False), ('status__in', ('running', 'finished'))), _connector='OR'), name='season_published_when_running'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status', 'finished')), models.Q(models.Q(('status', 'finished'), _negated=True), ('finished_at', None)), _connector='OR'), name='season_over_has_its_end')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('is_open', models.BooleanField(default=True, help_text='Members of the league can join by themselves while there is room.', verbose_name='open')),
                ('created_at', models.DateTimeField()),
                ('crest', models.CharField(blank=True, help_text='See crests.Crest; empty: it follows from the name.', max_length=40)),
                ('captain', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams_led', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='leagues.league')),
                ('vice', models.ForeignKey(blank=True, help_text='The vice-captain.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(models.F('league'), django.db.models.functions.text.Lower('name'), name='team_name_once'), models.CheckConstraint(condition=models.Q(('vice', None), models.Q(('vice', models.F('captain')), _negated=True), _connector='OR'), name='captain_is_not_vice')],
            },
        ),
        migrations.CreateModel(
            name='TeamInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='leagues.team')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('team', 'user'), name='team_invitation_once')],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plays', models.BooleanField(default=True, help_text="No: a captain or vice-captain who doesn't play.")),
                ('joined_at', models.DateTimeField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.league')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='leagues.team')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['joined_at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='one_team_in_a_league')],
            },
        ),
    ]
