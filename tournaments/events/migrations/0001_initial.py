import django.db.models.deletion
import spades_site.common.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('leagues', '0001_initial'),
        ('tables', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text="Its table's number in the round, from 1.")),
                ('slot', models.CharField(blank=True, default='', help_text='Its place in the bracket, of a knock-out.', max_length=8)),
                ('best_of', models.PositiveSmallIntegerField(blank=True, help_text="Maximum number of games; empty: the tournament's.", null=True)),
                ('status', models.CharField(choices=[('drawn', 'drawn'), ('playing', 'in play'), ('undecided', "waiting for the organizer's decision"), ('done', 'over')], default='drawn', max_length=12)),
                ('starts_at', models.DateTimeField(blank=True, help_text="In a window, when its table opens; empty: at the window's end, unless its sides agree.", null=True)),
                ('agreed', models.BooleanField(default=False, help_text='Its sides agreed on the time, or an organizer set it; otherwise it is the default.')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(default=1)),
                ('format', models.CharField(choices=[('round_robin', 'Round robin'), ('swiss', 'Swiss'), ('knock_out', 'Knock-out'), ('double_knock_out', 'Double elimination'), ('rotation', 'Individual rotation'), ('solo', 'Solo tables'), ('groups', 'Groups')], max_length=20)),
                ('options', models.JSONField(blank=True, default=dict, help_text="The plan's other fields, where they differ from the usual.")),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text="The players' names, or the team's.", max_length=310)),
                ('status', models.CharField(choices=[('invited', "waiting for the partner's answer"), ('entered', 'entered'), ('checked_in', 'checked in'), ('waiting', 'on the waiting list'), ('absent', 'did not check in'), ('declined', "the partner didn't join"), ('withdrawn', 'withdrawn')], max_length=12)),
                ('seed_no', models.PositiveSmallIntegerField(blank=True, help_text='Place in the draw, from 1; empty until the start.', null=True)),
                ('hand_seed', models.PositiveSmallIntegerField(blank=True, help_text='Its seed as the organizer set it before the start.', null=True)),
                ('given_partner', models.BooleanField(default=False, help_text='Both had entered alone.')),
                ('rating', models.PositiveSmallIntegerField(blank=True, help_text="Mean of the players' ratings at the start.", null=True)),
                ('joined_round', models.PositiveSmallIntegerField(default=1, help_text='The first round that it can play; later ones of late entries.')),
                ('created_at', models.DateTimeField()),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('captain', models.ForeignKey(blank=True, help_text="Of a team; may be somebody who doesn't play.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('vice_captain', models.ForeignKey(blank=True, help_text='Of a team; may do what the captain may.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['seed_no', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='MatchSide',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(help_text='From 0.')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='side_rows', related_query_name='sides', to='events.match')),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='MatchTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text="Among the match's tables, from 1.")),
                ('kind', models.CharField(choices=[('game', 'a game of the match'), ('decider', 'one more hand')], default='game', max_length=8)),
                ('crossed', models.BooleanField(default=False, help_text='Side 0 sits at seats 1 and 3.')),
                ('counts', models.BooleanField(default=True, help_text='False once the match is replayed.')),
                ('over', models.BooleanField(default=False, help_text='Its table has finished, and its score is recorded.')),
                ('hands', models.PositiveSmallIntegerField(default=0)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_rows', related_query_name='tables', to='events.match')),
                ('table', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='match_table', to='tables.table')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='The place in the entry.')),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='At the table, from 0; empty: no table was opened.', null=True)),
                ('present', models.BooleanField(default=False, help_text='Came to the table before its game was over.')),
                ('cards', models.PositiveIntegerField(default=0, help_text="Played from the person's seat.")),
                ('bot_cards', models.PositiveIntegerField(default=0, help_text='Of these, chosen by a bot.')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='events.entry')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='line_ups', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_up', to='events.match')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_up', to='events.matchside')),
                ('table', models.ForeignKey(blank=True, help_text='Empty: the match was decided without a table.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='line_up', to='events.matchtable')),
            ],
            options={
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Nomination',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveSmallIntegerField(help_text="1 or 2: the team's first pair plays at table 1.")),
                ('position', models.PositiveSmallIntegerField(help_text='In the pair, 0 or 1.')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nominations', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nominations', to='events.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nominations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['table_number', 'position'],
            },
        ),
        migrations.CreateModel(
            name='PartnerInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('sent', 'waiting for an answer'), ('accepted', 'accepted'), ('declined', 'declined'), ('lapsed', 'lapsed')], default='sent', max_length=12)),
                ('created_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='events.entry')),
                ('from_user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations_sent', to=settings.AUTH_USER_MODEL)),
                ('to_user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.DecimalField(decimal_places=2, max_digits=6)),
                ('reason', models.CharField(max_length=300)),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='events.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='events.stage')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ConductMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('late_answer', 'no answer to offered times'), ('no_show', 'nobody came to the match')], max_length=11)),
                ('at', models.DateTimeField()),
                ('appeal', models.CharField(blank=True, default='', max_length=500)),
                ('appealed_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, default='', max_length=300)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('appealed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct_marks', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct_marks', to='events.match')),
                ('penalty', models.OneToOneField(blank=True, help_text='Empty: a warning.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.penalty')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('current', models.BooleanField(default=True)),
                ('kind', models.CharField(choices=[('played', 'played'), ('forfeit', 'forfeit'), ('bye', 'bye'), ('void', 'void')], max_length=8)),
                ('hands', models.PositiveSmallIntegerField(default=0)),
                ('by_hand', models.JSONField(blank=True, default=list, help_text='Of shared deals: what each side scored in each hand, in a team match first at table 1 and then at table 2; else empty.')),
                ('attended', models.BooleanField(default=False, help_text='Somebody who plays the match came to its table.')),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, help_text='Empty: the platform.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='events.match')),
            ],
            options={
                'ordering': ['version'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('drafted', 'drawn'), ('confirmed', 'confirmed'), ('playing', 'in play'), ('done', 'over')], default='drafted', max_length=12)),
                ('starts_at', models.DateTimeField(blank=True, help_text='As planned; empty: not yet known.', null=True)),
                ('closes_at', models.DateTimeField(blank=True, help_text='When its window closes; empty: it has none.', null=True)),
                ('finished_at', models.DateTimeField(blank=True, help_text='The time of its last result.', null=True)),
                ('drawn_at', models.DateTimeField(default=spades_site.common.clock.now)),
                ('draw_no', models.PositiveSmallIntegerField(default=1, help_text='Grows with every new draw.')),
                ('flags', models.JSONField(default=list, help_text='What the draw had to give up, in sentences.')),
                ('deals', models.ForeignKey(blank=True, help_text='What all its tables play, where they play the same.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tables.shareddeals')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.stage')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='events.round'),
        ),
        migrations.CreateModel(
            name='SideEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=0, help_text='On its side, from 0.')),
                ('absent', models.BooleanField(default=False, help_text="A single player who did not come, and forfeits; a bot plays for the others' sake.")),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_places', to='events.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.round')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='events.matchside')),
            ],
            options={
                'verbose_name_plural': 'side entries',
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='SideScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(blank=True, help_text='From 1; sides that are level share one. Empty: all forfeit, or it counts for nobody.', null=True)),
                ('points', models.IntegerField(default=0, help_text='Scored at the table.')),
                ('bags', models.PositiveSmallIntegerField(default=0)),
                ('games', models.PositiveSmallIntegerField(default=0, help_text='Won, of a match of several.')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='events.result')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.matchside')),
            ],
            options={
                'ordering': ['side__index'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Qualifier',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed_no', models.PositiveSmallIntegerField(help_text="In the stage's draw, from 1.")),
                ('from_group', models.PositiveSmallIntegerField(default=1, help_text='Its group in the stage before, from 1.')),
                ('from_place', models.PositiveSmallIntegerField(help_text='Its place there, from 1.')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualified', to='events.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifiers', to='events.stage')),
            ],
            options={
                'ordering': ['seed_no'],
            },
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mostly', models.BooleanField(default=False, help_text="It played more than half of the entry's cards.")),
                ('forfeits', models.BooleanField(default=False, help_text='A single player who did not come: what was played counts for the others.')),
                ('place', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.sideentry')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='events.result')),
            ],
            options={
                'ordering': ['place__side__index', 'place__position'],
            },
        ),
        migrations.CreateModel(
            name='SubstituteOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300)),
                ('status', models.CharField(choices=[('open', 'waiting for an answer'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'taken back')], default='open', max_length=9)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitute_offers', to='events.entry')),
                ('into', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitute_offers', to=settings.AUTH_USER_MODEL)),
                ('out', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text="The replaced player's position in the entry.")),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, help_text='Empty: the platform.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='events.entry')),
                ('into', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitute_in', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='substitutions', to='events.match')),
                ('out', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TableScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(blank=True, help_text='From 1; sides that are level share one. Empty: all forfeit, or it counts for nobody.', null=True)),
                ('points', models.IntegerField(default=0, help_text='Scored at the table.')),
                ('bags', models.PositiveSmallIntegerField(default=0)),
                ('hands', models.PositiveSmallIntegerField(default=0, help_text='That statistics count.')),
                ('contracts', models.PositiveSmallIntegerField(default=0, help_text='Hands with a contract.')),
                ('made', models.PositiveSmallIntegerField(default=0, help_text='Contracts that were made.')),
                ('nils', models.PositiveSmallIntegerField(default=0, help_text='Bid, blind ones too.')),
                ('nils_kept', models.PositiveSmallIntegerField(default=0)),
                ('overtricks', models.PositiveSmallIntegerField(default=0, help_text='Bags of all hands.')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.matchside')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='events.matchtable')),
            ],
            options={
                'ordering': ['side__index'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='TimeOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('times', models.JSONField(help_text='The offered moments in order, ISO 8601 in UTC.')),
                ('starts_at', models.DateTimeField(blank=True, help_text='The one that was accepted.', null=True)),
                ('postpones', models.BooleanField(default=False, help_text='A time is outside the window: the side asks to postpone.')),
                ('status', models.CharField(choices=[('open', 'waiting for an answer'), ('accepted', 'agreed'), ('declined', 'declined'), ('countered', 'answered with other times'), ('withdrawn', 'withdrawn'), ('lapsed', 'lapsed without an answer'), ('replaced', 'replaced by another')], default='open', max_length=9)),
                ('at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(help_text='It lapses then without an answer.')),
                ('answered_at', models.DateTimeField(blank=True, help_text='When it was answered, withdrawn, or lapsed.', null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(help_text='The side that offers it.', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='time_offers', to='events.match')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('invited_only', models.BooleanField(default=False, verbose_name='by invitation only')),
                ('rating_min', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating')),
                ('rating_max', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating')),
                ('waiting_list', models.BooleanField(default=False, verbose_name='waiting list')),
                ('late_until_round', models.PositiveSmallIntegerField(default=0, help_text='The last round that late entries can join; 0: none.', verbose_name='late entries until round')),
                ('timing', models.CharField(choices=[('flow', 'when the previous one is over'), ('fixed', 'at fixed times'), ('windows', 'within windows')], default='flow', max_length=8, verbose_name='rounds begin')),
                ('round_times', models.JSONField(blank=True, default=list, help_text='Moments of round 2 and so on, ISO 8601 in UTC.')),
                ('round_every_minutes', models.PositiveIntegerField(blank=True, help_text='From one round to the next, after those in the list.', null=True)),
                ('round_zone', models.CharField(blank=True, default='', help_text='In which a day from one round is a day.', max_length=64)),
                ('default_minutes', models.PositiveIntegerField(blank=True, help_text="The time of a window's matches unless their sides agree on another: minutes on the clock of `round_zone` after the midnight before the window opens; empty: none.", null=True)),
                ('offer_hours', models.PositiveSmallIntegerField(default=48, verbose_name='hours to answer an offered time')),
                ('postpone_days', models.PositiveSmallIntegerField(default=0, help_text='After its window, if both sides agree. 0: not possible.', verbose_name='days by which a match can be postponed')),
                ('no_time', models.CharField(choices=[('at_end', 'the table opens at the end'), ('forfeit', 'a side that offered none forfeits')], default='at_end', max_length=8, verbose_name='without an agreed time')),
                ('teams_apart', models.BooleanField(default=False, verbose_name="one team's players kept apart")),
                ('confirm_draws', models.BooleanField(default=False, verbose_name='the organizer confirms each draw')),
                ('grace_minutes', models.PositiveSmallIntegerField(default=1, verbose_name='grace, in minutes')),
                ('conduct_points', models.DecimalField(blank=True, decimal_places=2, help_text='For windows, after a first warning. 0: only warnings; empty: not counted.', max_digits=5, null=True, verbose_name='points for late answers and no-shows')),
                ('claim_minutes', models.PositiveSmallIntegerField(default=21, help_text="After the grace period, for windows. 0: forfeits can't be claimed.", verbose_name='minutes after which a forfeit is claimed')),
                ('no_show', models.CharField(choices=[('bot', 'a bot plays for them until they come'), ('substitute', 'a substitute plays, else a bot'), ('forfeit', 'their side forfeits')], default='bot', max_length=10, verbose_name='absent players')),
                ('line_up_minutes', models.PositiveSmallIntegerField(default=5, help_text='Teams can name their line-ups until so long before a match.', verbose_name='minutes for line-ups')),
                ('dispute_hours', models.PositiveSmallIntegerField(default=24, help_text="0: results can't be contested.", verbose_name='hours to contest a result')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('description', models.TextField(blank=True, max_length=2000, verbose_name='description')),
                ('rules', models.JSONField(help_text='The whole rule set, frozen; with target or max_hands of a match.')),
                ('is_individual', models.BooleanField(default=False, help_text='An entry is one person, who sits with others each round: so in all stages or in none.')),
                ('is_team', models.BooleanField(default=False, help_text='An entry is a team, and a match is played at two tables with the same deals and the sides crossed.')),
                ('best_of', models.PositiveSmallIntegerField(default=1, verbose_name='games of a match')),
                ('match_minutes', models.PositiveSmallIntegerField(blank=True, help_text='After that, the current hand is the last. Empty: no limit.', null=True, verbose_name='minutes for a match')),
                ('seeding', models.CharField(choices=[('rating', 'by rating'), ('lot', 'at random'), ('standings', 'by an earlier tournament'), ('hand', 'by hand')], default='rating', max_length=10, verbose_name='seeding')),
                ('comparison', models.CharField(blank=True, choices=[('', 'every table has its own deals'), ('matchpoints', 'the same deals, in matchpoints'), ('difference', 'the same deals, by capped difference')], default='', max_length=12, verbose_name='shared deals')),
                ('rounds_planned', models.PositiveSmallIntegerField(blank=True, help_text='How many rounds are planned; empty before the draw.', null=True)),
                ('scoring', models.JSONField(help_text="The standings' policy: points and tie-breaks.")),
                ('seed', models.CharField(help_text="Decides the draw's lots; stored, so repeatable.", max_length=64)),
                ('starts_at', models.DateTimeField(verbose_name='start')),
                ('check_in_minutes', models.PositiveSmallIntegerField(default=15, help_text='Before the start; 0: none needed.', verbose_name='check-in, in minutes')),
                ('turn_seconds', models.PositiveSmallIntegerField(default=30, verbose_name='seconds per turn')),
                ('bank_seconds', models.PositiveSmallIntegerField(default=0, help_text="Each player's extra time for a whole match, in addition to the time per turn.", verbose_name='time bank, in seconds')),
                ('pause_between_rounds', models.PositiveIntegerField(default=60, help_text="From a round's last result to the start of the next.", verbose_name='seconds between rounds')),
                ('min_entries', models.PositiveSmallIntegerField(default=2, verbose_name='minimum entries')),
                ('max_entries', models.PositiveSmallIntegerField(default=16, verbose_name='maximum entries')),
                ('entry_with_partner', models.BooleanField(default=True, verbose_name='enter with a partner')),
                ('entry_alone', models.BooleanField(default=True, verbose_name='enter alone and be given a partner')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('announced', 'announced'), ('registration', 'registration open'), ('check_in', 'check-in open'), ('running', 'running'), ('paused', 'paused'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='draft', max_length=12)),
                ('status_reason', models.CharField(blank=True, help_text='Why it was paused, ended early or cancelled.', max_length=300)),
                ('paused_at', models.DateTimeField(blank=True, help_text="Since when it is paused; empty: it isn't.", null=True)),
                ('pauses', models.JSONField(blank=True, default=list, help_text='Pauses that are over, as [from, to] in ISO 8601 in UTC.')),
                ('next_due_at', models.DateTimeField(blank=True, db_index=True, help_text='When advance has something to do next.', null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('form_token', models.CharField(blank=True, default='', help_text='Identifies the form that created it: submitting that twice creates one tournament.', max_length=40)),
                ('version', models.PositiveIntegerField(default=1, help_text='Grows with every change.')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments_made', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='leagues.league')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='leagues.season')),
                ('seeded_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.tournament')),
                ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.entry')),
            ],
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='Single',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('waiting', 'waiting for a partner'), ('checked_in', 'checked in'), ('queued', 'on the waiting list'), ('teamed', 'has a partner'), ('left_over', 'left over: no partner'), ('absent', 'did not check in'), ('withdrawn', 'withdrawn')], default='waiting', max_length=12)),
                ('created_at', models.DateTimeField()),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='singles', to='events.entry')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='single_places', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='singles', to='events.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='PlayerInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invited_to_tournaments', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='player_invitations', to='events.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='EntryPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='0 for who entered, 1 for the partner; of a team its place in the roster, from 0.')),
                ('active', models.BooleanField(default=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='events.entry')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_places', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.tournament')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='Apart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
            ],
            options={
                'verbose_name_plural': 'pairs kept apart',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='kept_apart_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='kept_apart_in_order')],
            },
        ),
        migrations.CreateModel(
            name='ForfeitClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('decides_at', models.DateTimeField(help_text='When the server may approve it by itself.')),
                ('evidence', models.JSONField(help_text='When the table opened, and who came when, as the server saw it.')),
                ('status', models.CharField(choices=[('waiting', 'waiting for the other side'), ('open', 'waiting for the organizer'), ('approved', 'approved'), ('rejected', 'rejected'), ('lapsed', 'lapsed, because the match was played')], max_length=8)),
                ('answer', models.CharField(blank=True, default='', max_length=300)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.match')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('waiting', 'open'))), fields=('match', 'entry'), name='one_open_claim_a_side'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status__in', ('waiting', 'open'))), models.Q(models.Q(('status__in', ('waiting', 'open')), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='claim_answered_has_its_moment')],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(help_text='Of the result that it contests.')),
                ('text', models.CharField(max_length=500)),
                ('status', models.CharField(choices=[('open', 'waiting for the organizer'), ('upheld', 'the result was changed'), ('rejected', 'the result stands'), ('withdrawn', 'taken back')], default='open', max_length=9)),
                ('at', models.DateTimeField()),
                ('answer', models.CharField(blank=True, default='', max_length=300)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='events.match')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('match', 'entry'), name='one_open_dispute_a_side'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status', 'open')), models.Q(models.Q(('status', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='dispute_answered_has_its_moment')],
            },
        ),
        migrations.CreateModel(
            name='Availability',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hours', models.JSONField(help_text='Beginnings of hours, ISO 8601 in UTC.')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='availability', to='events.match')),
            ],
            options={
                'verbose_name_plural': 'availability',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='availability_once_a_match')],
            },
        ),
        migrations.CreateModel(
            name='MatchReminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField()),
                ('minutes', models.PositiveSmallIntegerField(help_text='How long before the match.')),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='events.match')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('match', 'starts_at', 'minutes'), name='reminded_once_of_a_time')],
            },
        ),
        migrations.AddConstraint(
            model_name='matchside',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='match_side_once'),
        ),
        migrations.AddConstraint(
            model_name='matchtable',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='match_table_once'),
        ),
        migrations.AddConstraint(
            model_name='matchtable',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='match_tables_from_one'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='lined_up_once_a_table'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(condition=models.Q(('table', None)), fields=('match', 'user'), name='lined_up_once_without_table'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.CheckConstraint(condition=models.Q(('bot_cards__lte', models.F('cards'))), name='bot_cards_are_cards'),
        ),
        migrations.AddConstraint(
            model_name='nomination',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='nominated_once_a_match'),
        ),
        migrations.AddConstraint(
            model_name='nomination',
            constraint=models.UniqueConstraint(fields=('match', 'entry', 'table_number', 'position'), name='nominated_place_once'),
        ),
        migrations.AddConstraint(
            model_name='nomination',
            constraint=models.CheckConstraint(condition=models.Q(('position__in', (0, 1)), ('table_number__in', (1, 2))), name='nominated_to_four_places'),
        ),
        migrations.AddIndex(
            model_name='partnerinvitation',
            index=models.Index(fields=['to_user', 'status'], name='invitation_to_answer'),
        ),
        migrations.AddConstraint(
            model_name='partnerinvitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='invitation_answered_has_its_moment'),
        ),
        migrations.AddConstraint(
            model_name='conductmark',
            constraint=models.UniqueConstraint(fields=('match', 'entry'), name='conduct_marked_once_a_match'),
        ),
        migrations.AddConstraint(
            model_name='conductmark',
            constraint=models.CheckConstraint(condition=models.Q(('undone_at', None), ('answered_at__isnull', False), _connector='OR'), name='conduct_undone_is_answered'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('match', 'version'), name='result_version_once'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('match',), name='result_current_once'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='result_versions_from_one'),
        ),
        migrations.AddConstraint(
            model_name='sideentry',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='entry_plays_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='sideentry',
            constraint=models.UniqueConstraint(fields=('side', 'position'), name='side_position_once'),
        ),
        migrations.AddConstraint(
            model_name='sidescore',
            constraint=models.CheckConstraint(condition=models.Q(('place__isnull', True), ('place__gte', 1), _connector='OR'), name='sidescore_place_from_one'),
        ),
        migrations.AddConstraint(
            model_name='sidescore',
            constraint=models.UniqueConstraint(fields=('result', 'side'), name='side_score_once'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.UniqueConstraint(fields=('stage', 'entry'), name='qualifies_once'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.UniqueConstraint(fields=('stage', 'seed_no'), name='stage_seed_once'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.CheckConstraint(condition=models.Q(('from_group__gte', 1), ('from_place__gte', 1), ('seed_no__gte', 1)), name='qualifier_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('points__gt', 0)), name='penalty_takes_points'),
        ),
        migrations.AddConstraint(
            model_name='standin',
            constraint=models.UniqueConstraint(fields=('result', 'place'), name='stand_in_once'),
        ),
        migrations.AddConstraint(
            model_name='standin',
            constraint=models.CheckConstraint(condition=models.Q(('mostly', True), ('forfeits', True), _connector='OR'), name='stand_in_says_something'),
        ),
        migrations.AddConstraint(
            model_name='substituteoffer',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('entry', 'into'), name='one_open_offer_a_substitute'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.UniqueConstraint(condition=models.Q(('match__isnull', False)), fields=('match', 'into'), name='substitutes_once_a_match'),
        ),
        migrations.AddConstraint(
            model_name='tablescore',
            constraint=models.CheckConstraint(condition=models.Q(('place__isnull', True), ('place__gte', 1), _connector='OR'), name='tablescore_place_from_one'),
        ),
        migrations.AddConstraint(
            model_name='tablescore',
            constraint=models.UniqueConstraint(fields=('table', 'side'), name='table_score_once'),
        ),
        migrations.AddConstraint(
            model_name='tablescore',
            constraint=models.CheckConstraint(condition=models.Q(('made__lte', models.F('contracts')), ('nils_kept__lte', models.F('nils'))), name='table_score_counts_add_up'),
        ),
        migrations.AddConstraint(
            model_name='timeoffer',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('match',), name='one_open_offer_a_match'),
        ),
        migrations.AddConstraint(
            model_name='timeoffer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('status', 'open')), models.Q(models.Q(('status', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='offer_answered_has_its_moment'),
        ),
        migrations.AddConstraint(
            model_name='timeoffer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'accepted'), _negated=True), ('starts_at__isnull', False), _connector='OR'), name='offer_accepted_has_its_time'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['status', 'starts_at'], name='tournament_status_start'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.UniqueConstraint(condition=models.Q(('form_token', ''), _negated=True), fields=('created_by', 'form_token'), name='tournament_made_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status__in', ('finished', 'cancelled'))), models.Q(models.Q(('status__in', ('finished', 'cancelled')), _negated=True), ('finished_at', None)), _connector='OR'), name='tournament_over_has_its_end'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paused_at__isnull', False), ('status', 'paused')), models.Q(models.Q(('status', 'paused'), _negated=True), ('paused_at', None)), _connector='OR'), name='tournament_paused_since'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('min_entries__lte', models.F('max_entries'))), name='tournament_entries_in_order'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__gte', 1), ('version__gte', 1)), name='tournament_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('rating_min', None), ('rating_max', None), ('rating_min__lte', models.F('rating_max')), _connector='OR'), name='tournament_rating_range'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'index'), name='stage_index_once'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('index__gte', 1)), name='stage_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='single',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ('waiting', 'checked_in', 'queued'))), fields=('tournament', 'user'), name='waits_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status', 'done')), models.Q(models.Q(('status', 'done'), _negated=True), ('finished_at', None)), _connector='OR'), name='round_over_has_its_end'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('draw_no__gte', 1), ('number__gte', 1)), name='round_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='playerinvitation',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='player_invited_once'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='match_number_once'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('slot', ''), _negated=True), fields=('round', 'slot'), name='match_slot_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), models.Q(('best_of', None), ('best_of__gte', 1), _connector='OR')), name='match_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entryplayer',
            constraint=models.UniqueConstraint(condition=models.Q(('active', True)), fields=('tournament', 'user'), name='entered_once'),
        ),
        migrations.AddConstraint(
            model_name='entryplayer',
            constraint=models.UniqueConstraint(fields=('entry', 'position'), name='entry_position_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'seed_no'), name='entry_seed_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('seed_no', None), ('seed_no__gte', 1), _connector='OR'), models.Q(('hand_seed', None), ('hand_seed__gte', 1), _connector='OR'), ('joined_round__gte', 1)), name='entry_counts_from_one'),
        ),
    ]
