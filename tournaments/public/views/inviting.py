"""Inviting people to a league: by name, by mail, by a link; and the page on which a link is accepted."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import carry_out, member_required, page_of
from tournaments.leagues import joining, links, name_addresses, picking, reminding
from tournaments.leagues.models import Admission, League, Membership
from tournaments.leagues.notify import name_page
from tournaments.leagues.permissions import is_member
from tournaments.public.forms.leagues import LinkForm, MailInviteForm, MemberForm
from tournaments.public.views.leagues import RunMembers, run_or_404


@require_GET
@member_required
def league_invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the ways to invite people, and those invited; for organizers only."""
    return _page(request, run_or_404(request, slug))


class AtInvitations(RunMembers):
    """The page on which people are invited to a league."""

    page, part = ("league_invite",), ""

    def show(self, form: PageForm) -> HttpResponse:
        return _page(self.request, self.league, form)


member_invite = Action(
    AtInvitations,
    lambda at: joining.invite(league_id=at.league.pk, by=at.by, **at.values),
    form=MemberForm,
    people=lambda at: picking.to_invite(at.league, at.by),
    done=lambda _at, made: _invited_words(made),
)
mail_invite = Action(
    AtInvitations,
    lambda at: links.invite_address(league_id=at.league.pk, by=at.by, **at.values),
    form=MailInviteForm,
    done=lambda _at, link: (
        _("The invitation to %(address)s is on its way.") % {"address": link.email}
    ),
)
link_create = Action(
    AtInvitations,
    lambda at: links.make_link(league_id=at.league.pk, by=at.by, **at.values),
    form=LinkForm,
    done=gettext_lazy("The link is ready. Copy it below."),
)
link_revoke = Action(
    AtInvitations,
    lambda at: links.revoke(league_id=at.league.pk, by=at.by, link_id=at.pk),
    done=gettext_lazy("The invitation is cancelled."),
)

members_remind = Action(
    AtInvitations,
    lambda at: reminding.remind_all(league_id=at.league.pk, by=at.by),
    done=lambda _at, people: _reminded(people),
)


@require_http_methods(["GET", "POST"])
def league_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the invitation of a link, and accept it. Who was added by name is new: they sign up first."""
    if not request.user.is_authenticated or request.user.is_guest:
        link = links.valid(key)
        if link is not None and name_addresses.people_at(link):
            return redirect(reverse("account_signup", query={"next": request.path}))
    answer: HttpResponse = _league_link(request, key)
    return answer


@member_required
def _league_link(request: SignedInRequest, key: str) -> HttpResponse:
    if request.method == "POST":
        return carry_out(
            request,
            lambda: links.accept(key=key, user=request.user),
            done=lambda place: _("You are now a member of %(league)s.") % {"league": place.league},
            back=reverse("league_list"),
            to=lambda place: _after(place),
        )
    link = links.valid(key)
    if link is None:
        messages.error(
            request,
            _("This invitation has ended, was used up or was revoked. Ask for another one."),
        )
        return redirect("league_list")
    if is_member(link.league, request.user) and not name_addresses.people_at(link):
        return redirect(link.league)
    return render(request, "public/league/invitation.html", {"invitation": link, "link": link})


def _after(place: Membership) -> str:
    """Return where a new member goes: to the question whether they are somebody without an account, if it is open."""
    asked = place.league.name_links.filter(user=place.user_id).exists()
    return name_page(place.league) if asked else place.league.get_absolute_url()


def _page(request: HttpRequest, one: League, refused: PageForm | None = None) -> HttpResponse:
    forms = FormsOfPage(refused)

    def address(name: str) -> str:
        return reverse(name, args=[one.slug])

    made = links.links_of(one.pk)
    find = request.GET.get("find", "").strip()
    invited, mailed = reminding.open_admissions(one, find), reminding.open_mails(one, find)
    by_name, by_mail = invited.count(), mailed.count()
    context = {
        "league": one,
        "site_url": settings.SITE_URL,
        "forms": forms,
        "member_form": forms.place(MemberForm(action=address("member_invite"))),
        "mail_form": forms.place(MailInviteForm(action=address("mail_invite")))
        if settings.NOTICE_MAILS
        else None,
        "link_form": forms.place(LinkForm(action=address("link_create"))),
        "invited": page_of(request, invited, key="invited"),
        "mailed": page_of(request, mailed, key="mailed"),
        "find": find,
        "open": by_name + by_mail,
        "may_remind": reminding.are_due(one),
        "shared": page_of(request, made.filter(email=""), key="links"),
    }
    return render(request, "public/league/invite.html", context)


def _reminded(people: int) -> str:
    if not people:
        return _("Nobody was reminded: everybody was invited or reminded in the last three days.")
    return ngettext("%(n)d person is reminded.", "%(n)d people are reminded.", people) % {
        "n": people
    }


def _invited_words(made: Membership | Admission) -> str:
    params = {"name": made.user.username}
    if isinstance(made, Membership):
        return _("%(name)s is now a member.") % params
    return _("%(name)s is invited.") % params
