"""What a new tournament can begin with: ready plans, templates, copies, an unfinished form."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from spades_site.accounts.models import User
from spades_site.common.clock import now
from tournaments.events.actions.planning.templates import save_template
from tournaments.events.models import Template, Tournament, UnfinishedProposal
from tournaments.events.plan.stages import StagePlan
from tournaments.leagues import joining, services, teams
from tournaments.leagues.models import League
from tournaments.organizer import plans

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
PLANS, NEW = "/organize/tournaments/plans/", "/organize/tournaments/new/"


@pytest.fixture
def ann(client: Any, member: Any) -> User:
    user: User = member("ann", time_zone="Europe/Berlin")
    client.force_login(user)
    return user


@pytest.fixture
def league(ann: User) -> League:
    return services.create_league(by=ann, name="Club")


def as_shown(client: Any, query: str) -> dict[str, Any]:
    """Return the form that a card leads to, as a browser would send it."""
    form = client.get(f"{NEW}?{query}").context["form"]
    bounds = [*form, *form.stages.management_form, *(each for one in form.stages for each in one)]
    shown = {each.html_name: each.value() for each in bounds}
    sent = {}
    for each in bounds:
        value = shown[each.html_name]
        if isinstance(value, datetime):
            sent[each.html_name] = value.astimezone(BERLIN).strftime("%Y-%m-%dT%H:%M")
        elif isinstance(value, bool):
            sent |= {each.html_name: "on"} if value else {}
        elif value is not None:
            sent[each.html_name] = str(each.field.prepare_value(value))
    return sent


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", plans.READY)
def test_a_ready_plan_works_as_it_is(client: Any, league: League, key: str) -> None:
    """Nothing that can't work is preselected, and the preview finds nothing odd."""
    shown = as_shown(client, f"plan={key}&league=club")
    answer = client.post(NEW, shown)
    assert answer.status_code == 302, answer.context["form"].errors
    made, plan = Tournament.objects.get(), plans.READY[key]
    assert (made.name, made.plans, made.league) == (str(plan.title), plan.stages, league)
    assert (made.starts_at - now() >= timedelta(hours=2), made.status) == (True, "draft")
    preview = client.get(f"{NEW}?plan={key}").context["preview"]
    assert (preview.warnings, [each.hints for each in preview.sizes]) == (
        0,
        [()] * len(preview.sizes),
    )


def test_the_cards_lead_to_what_the_organizer_has(client: Any, league: League, member: Any) -> None:
    other = services.create_league(by=member("ben"), name="Elsewhere")
    kept = [
        save_template(
            by=one.created_by, zone="UTC", name=f"Night of {one}", league=one,
            rules={"preset": "cardgames_io"}, starts_at=now() + timedelta(days=2),
        )
        for one in (league, other)
    ]  # fmt: skip
    context = client.get(PLANS).context
    assert [one for one, _title in context["templates"]] == kept[:1]
    for query in (
        f"template={kept[1].pk}",
        "template=x",
        "plan=chess",
        "copy=nowhere",
        "unfinished=1",
    ):
        assert client.get(f"{NEW}?{query}").status_code == 404


def test_a_template_gives_a_tournament_in_three_clicks(
    client: Any, ann: User, league: League
) -> None:
    day = now().date() + timedelta(days=8)
    kept = save_template(
        by=ann, zone="Europe/Berlin", name="Thursday pairs", league=league, max_entries=30,
        rules={"preset": "cardgames_io"}, match_hands=6, stages=(StagePlan("swiss", rounds=4),),
        starts_at=datetime.combine(day, time(19), UTC),
    )  # fmt: skip
    (card,) = client.get(PLANS).context["templates"]
    answer = client.post(NEW, as_shown(client, f"template={card[0].pk}"))
    made = Tournament.objects.get()
    assert answer.url == f"/organize/tournaments/{made.slug}/"
    assert (made.name, made.plans, made.max_entries) == ("Thursday pairs", kept_plans(kept), 30)
    # The weekday and time of the template, a week earlier.
    assert made.starts_at == kept.starts_at - timedelta(days=7)
    again = client.post(NEW, as_shown(client, f"copy={made.slug}"))
    copy = Tournament.objects.exclude(pk=made.pk).get()
    assert (again.status_code, copy.plans, copy.rules) == (302, made.plans, made.rules)


def kept_plans(kept: Template) -> tuple[StagePlan, ...]:
    """Return the stages of a template."""
    return tuple(StagePlan(**plan) for plan in kept.proposal["stages"])


@pytest.mark.slow
def test_the_form_is_saved_as_a_template_and_changes_it(
    client: Any, ann: User, league: League
) -> None:
    shown = as_shown(client, "plan=rotation&league=club") | {"template": "yes", "name": "Mixed"}
    assert client.post(NEW, shown).url == "/organize/leagues/club/schedules/"
    assert client.post(NEW, shown | {"max_entries": "40"}).status_code == 302
    kept = Template.objects.get()
    assert (kept.name, kept.proposal["max_entries"], kept.zone) == ("Mixed", 40, "Europe/Berlin")
    assert not Tournament.objects.exists()
    answer = client.post(NEW, shown | {"league": ""})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "league": ["Templates belong to a league. Choose one."]
    }
    # A draft that exists is kept as a template too.
    made = Tournament.objects.get(
        slug=client.post(NEW, as_shown(client, "plan=cup&league=club")).url.split("/")[-2]
    )
    edit = f"/organize/tournaments/{made.slug}/edit/"
    assert (
        client.post(edit, as_shown(client, f"copy={made.slug}") | {"template": "yes"}).status_code
        == 302
    )
    assert sorted(Template.objects.values_list("name", flat=True)) == [
        "Groups and knock-out",
        "Mixed",
    ]


@pytest.mark.slow
def test_what_is_typed_is_kept_until_it_is_created_or_discarded(client: Any, ann: User) -> None:
    shown = as_shown(client, "plan=swiss") | {"name": "Half a pl", "max_entries": "x"}
    client.post(f"{NEW}preview/", shown)
    assert client.get(PLANS).context["unfinished_name"] == "Half a pl"
    again = client.get(f"{NEW}?unfinished=1").context["form"]
    assert (again["max_entries"].value(), again["name"].value(), dict(again.errors)) == (
        "x", "Half a pl", {},
    )  # fmt: skip
    # The form of a tournament that exists isn't one of a new tournament.
    client.post(f"{NEW}preview/", {"name": "Edited"})
    client.post(f"{NEW}preview/", shown | {"description": "x" * 70_000})
    assert client.get(PLANS).context["unfinished_name"] == "Half a pl"
    client.post("/organize/tournaments/unfinished/drop/")
    assert not UnfinishedProposal.objects.exists()
    client.post(f"{NEW}preview/", shown)
    assert client.post(NEW, shown | {"max_entries": "16"}).status_code == 302
    assert not UnfinishedProposal.objects.exists()


@pytest.mark.parametrize("preset", ["bicycle_4", "bicycle_2", "bicycle_partnership"])
def test_a_league_s_rules_come_with_a_format_that_they_fit(
    client: Any, league: League, preset: str
) -> None:
    league.rules = {"preset": preset}
    league.save()
    start = (now() + timedelta(days=1)).astimezone(BERLIN).strftime("%Y-%m-%dT%H:%M")
    shown = as_shown(client, "league=club") | {"name": "Club night", "starts_at": start}
    answer = client.post(NEW, shown)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Tournament.objects.get().rules["preset"] == preset


@pytest.mark.slow
def test_house_rules_come_along_and_can_be_changed(client: Any, ann: User, league: League) -> None:
    house = {"preset": "cardgames_io", "bag_penalty": 50, "ten_for_200": True}
    kept = save_template(
        by=ann, zone="UTC", name="Our rules", league=league, rules=house, match_hands=6,
        starts_at=now() + timedelta(days=2),
    )  # fmt: skip
    form = client.get(f"{NEW}?template={kept.pk}").context["form"]
    assert [bound.name for group in form.rule_groups() for bound in group.changed] == [
        "bag_penalty",
        "ten_for_200",
    ]

    def posted(query: str, **more: str) -> str:
        """Send the form that begins so, and return the slug of what it made."""
        return str(client.post(NEW, as_shown(client, query) | more).url.split("/")[-2])

    begin = f"template={kept.pk}"
    first = posted(begin)
    made = [
        first,
        posted(f"copy={first}", name="Again"),
        posted(begin, name="Other", preset="bicycle_partnership"),
        posted(begin, name="Milder", bag_penalty="20", ten_for_200=""),
    ]
    rules = {cup.slug: cup.rules for cup in Tournament.objects.all()}
    found = [
        tuple(rules[slug][name] for name in ("preset", "bag_penalty", "ten_for_200", "max_hands"))
        for slug in made
    ]
    assert found == [
        ("cardgames_io", 50, True, 6),
        ("cardgames_io", 50, True, 6),
        ("bicycle_partnership", 50, True, 6),
        ("cardgames_io", 20, False, 6),
    ]
    services.edit_league(
        league_id=league.pk, by=ann, name="Club", description="", is_public=True, is_open=True,
        rules=house,
    )  # fmt: skip
    begun = [
        client.get(f"{NEW}?{query}").context["form"]["bag_penalty"].value()
        for query in ("league=club", "plan=swiss&league=club", "plan=solo&league=club")
    ]
    assert begun == [50, 50, 100]


@pytest.mark.slow
def test_a_team_match_night_is_made_and_its_teams_entered_from_one_page(
    client: Any, ann: User, league: League, member: Any
) -> None:
    for name in ("Aces", "Kings", "Queens", "Jacks"):
        people = [member(f"{name.lower()}{number}") for number in range(4)]
        for each in people:
            joining.join_league(league_id=league.pk, user=each)
        team = teams.create_team(league_id=league.pk, by=people[0], name=name)
        for each in people[1:]:
            teams.join_team(team_id=team.pk, user=each)
    made = Tournament.objects.get(
        slug=client.post(NEW, as_shown(client, "plan=teams")).url.split("/")[-2]
    )
    assert (made.entry_kind, made.league, made.rules["max_hands"]) == ("team", league, 12)
    assert client.get(f"{NEW}?plan=teams").context["preview"].largest.tables == 8
    page = f"/organize/tournaments/{made.slug}/"
    client.post(f"{page}open-registration/")
    offered = client.get(page).context["team_form"].fields["team"].choices
    for key, _name in list(offered):
        assert client.post(f"{page}teams/", {"team": key}).status_code == 302
    assert client.get(page).context["team_form"] is None
    entered = {
        (entry.name, entry.captain.username, entry.players.count()) for entry in made.entries.all()
    }
    assert entered == {
        (name, f"{name.lower()}0", 4) for name in ("Aces", "Kings", "Queens", "Jacks")
    }
    assert client.post(f"{page}teams/", {"team": "0"}).status_code == 422
    nowhere = client.post(NEW, as_shown(client, "plan=teams") | {"league": ""})
    assert nowhere.context["form"].errors == {"league": ["Teams are those of a league. Choose it."]}
    # A copy is one of teams again, with no house rules of its own.
    copy = client.get(f"{NEW}?copy={made.slug}").context["form"]
    assert (copy.for_teams, copy.shows_rules) == (True, False)
    again = client.post(NEW, as_shown(client, f"copy={made.slug}") | {"name": "Again"})
    assert Tournament.objects.get(slug=again.url.split("/")[-2]).entry_kind == "team"
