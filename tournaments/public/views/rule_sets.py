"""A league's own rule sets: the list, a page for each with a link and JSON to share, and what organizers do with them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.rule_forms import bases_with, carried_over, filled_in
from games.tables.texts.rules import rules_said
from games.tables.texts.shared_rules import to_share
from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.accounts.tokens.scopes import READ, takes_tokens
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, member_required, page_of
from tournaments.leagues import rule_sets as domain
from tournaments.leagues.locks import unknown_league
from tournaments.leagues.models import KeptRules, League, Membership
from tournaments.leagues.selectors import leagues_run_by
from tournaments.public.forms.rule_sets import ImportRulesForm, KeepRulesForm, RuleSetForm
from tournaments.public.league_rules import page_of_rules
from tournaments.public.views.leagues import AtLeague, league_or_404, run_or_404

if TYPE_CHECKING:
    from tournaments.leagues.selectors import VisibleLeague


@require_GET
def rule_sets(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rule sets that a league keeps."""
    return _list(request, league_or_404(request, slug))


@require_GET
def rule_set(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a kept rule set: its sentence, every rule, and how to take it over."""
    one = league_or_404(request, slug)
    return _page(request, one, _kept_or_404(one, pk))


@takes_tokens(get=READ)
@require_GET
def rule_set_json(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Download a kept rule set as JSON."""
    kept = _kept_or_404(league_or_404(request, slug), pk)
    name = slugify(kept.name) or "rules"
    return HttpResponse(
        to_share(kept.name, kept.rule_set) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@member_required
@require_http_methods(["GET", "POST"])
def rule_set_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make a rule set, from a preset or from another one of the league (`?preset=`)."""
    one = run_or_404(request, slug)
    own = domain.own_rules_in(one)
    return _fill_in(
        request,
        one,
        own,
        begin=filled_in({"preset": request.GET.get("preset")}, bases_with(own)),
        act=lambda said: domain.keep_rules(league_id=one.pk, by=request.user, **said),
    )


@member_required
@require_http_methods(["GET", "POST"])
def rule_set_edit(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Change a kept rule set."""
    one = run_or_404(request, slug)
    kept = _kept_or_404(one, pk)
    return _fill_in(
        request,
        one,
        [each for each in domain.own_rules_in(one) if each.key != kept.key],
        begin={"name": kept.name, **filled_in(kept.rules)},
        act=lambda said: domain.change_kept_rules(
            league_id=one.pk, by=request.user, rules_id=kept.pk, **said
        ),
        kept=kept,
    )


class RunRuleSets(AtLeague):
    """The rule sets of a league, for its organizers."""

    page, is_public = ("rule_sets",), False

    def find(self) -> "VisibleLeague":
        return run_or_404(self.request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _list(self.request, self.league, form)


class AtRuleSet(AtLeague):
    """The page of a kept rule set."""

    page, is_public = ("rule_set", "slug", "pk"), False

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.kept = _kept_or_404(self.league, self.pk)

    def show(self, form: PageForm) -> HttpResponse:
        return _page(self.request, self.league, self.kept, form)


class RunRuleSet(AtRuleSet):
    """The same, for organizers of its league."""

    def find(self) -> "VisibleLeague":
        return run_or_404(self.request, self.slug)


rule_set_import = Action(
    RunRuleSets,
    lambda at: domain.import_rules(league_id=at.league.pk, by=at.by, **at.values),
    form=lambda at: at.bound(ImportRulesForm, files=at.request.FILES),
    done=lambda _at, made: _kept_there(made),
    to=lambda _at, made: made.get_absolute_url(),
)
rule_set_keep = Action(
    AtRuleSet,
    lambda at: _keep(at),
    form=lambda at: at.bound(KeepRulesForm, leagues=_other_leagues(at.request, at.league)),
    done=lambda _at, made: _kept_there(made),
    to=lambda _at, made: made.get_absolute_url(),
)
rule_set_remove = Action(
    RunRuleSet,
    lambda at: domain.remove_kept_rules(league_id=at.league.pk, by=at.by, rules_id=at.pk),
    done=gettext_lazy("The rule set is removed. What began with it keeps its rules."),
    to=lambda at, _made: reverse("rule_sets", args=[at.slug]),
)


def _keep(at: AtRuleSet) -> KeptRules:
    """Keep the rule set in another league that the viewer runs; whether there are other leagues isn't revealed."""
    if at.values["league_id"] not in {each.pk for each in _other_leagues(at.request, at.league)}:
        raise unknown_league()
    return domain.keep_rules(by=at.by, rules=at.kept.rules, **at.values)


def _kept_there(made: KeptRules) -> str:
    return _("“%(name)s” is now a rule set of %(league)s.") % {"name": made, "league": made.league}


def _kept_or_404(one: League, pk: int) -> KeptRules:
    kept = one.kept_rules.filter(pk=pk).first()
    if kept is None:
        raise Http404
    return kept


def _list(
    request: HttpRequest, one: "VisibleLeague", refused: PageForm | None = None
) -> HttpResponse:
    """Render the list, with the form that was `refused` in its place."""
    forms = FormsOfPage(refused)
    page = page_of(request, one.kept_rules.all())
    context = {
        "league": one,
        "page": page,
        "rows": [(kept, rules_said(kept.rules)) for kept in page],
        "forms": forms,
    }
    if one.my_role in Membership.RUNS:
        action = reverse("rule_set_import", args=[one.slug])
        context["import_form"] = forms.place(ImportRulesForm(action=action))
    return render(request, "public/rule_set/list.html", context)


def _page(
    request: HttpRequest, one: "VisibleLeague", kept: KeptRules, refused: PageForm | None = None
) -> HttpResponse:
    """Render a rule set's page, with the form that was `refused` in its place."""
    forms, others = FormsOfPage(refused), _other_leagues(request, one)
    context = {
        "league": one,
        "kept": kept,
        "runs": one.my_role in Membership.RUNS,
        "forms": forms,
        **page_of_rules(kept),
    }
    if others:
        action = reverse("rule_set_keep", args=[one.slug, kept.pk])
        begin = {"name": kept.name}
        context["keep_form"] = forms.place(
            KeepRulesForm(initial=begin, leagues=others, action=action)
        )
    return render(request, "public/rule_set/page.html", context)


def _other_leagues(request: HttpRequest, one: League) -> Sequence[League]:
    """Return the other leagues that the viewer runs."""
    if not request.user.is_authenticated:
        return []
    return list(leagues_run_by(request.user).exclude(pk=one.pk))


def _fill_in(
    request: SignedInRequest,
    one: League,
    own: Sequence[Any],
    *,
    begin: dict[str, Any],
    act: Any,
    kept: KeptRules | None = None,
) -> HttpResponse:
    """Show or handle the form of a new rule set, or of the one `kept`."""
    back = kept.get_absolute_url() if kept else reverse("rule_sets", args=[one.slug])

    def make(data: QueryDict | None = None, **initial: Any) -> RuleSetForm:
        return RuleSetForm(data, initial=initial, own=own, action=request.path, back=back)

    if request.method == "GET" and request.htmx:
        form = make(**carried_over(make(request.GET)))
        return render(request, "tables/rules/_house.html", {"form": form, "renewed": True})
    form = make(request.POST) if request.method == "POST" else make(**begin)

    def page() -> HttpResponse:
        context = {"form": form, "league": one, "kept": kept}
        return render(request, "public/rule_set/edit.html", context)

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: act({"name": values["name"], "rules": form.chosen_rules}),
        page=page,
        done=_("The rule set is saved."),
        back=KeptRules.get_absolute_url,
    )
