"""Who leads tonight when no leader can, and who helps? For one evening, by account or by a link."""

import secrets

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import evening_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Club, Deputy, Evening, Role, User
from clubcomp.models.clubs import NO_ADDRESS

#: A domain that does not exist: the account of a link has no address of its own.


def people_to_choose(club: Club) -> QuerySet[User]:
    """The people whom a leader can name by account: members who do not lead anyway."""
    members = club.memberships.in_force().filter(role=Role.MEMBER)
    return User.objects.filter(memberships__in=members, is_active=True).order_by("name", "pk")


@all_or_nothing
def name_deputy(
    evening: Evening,
    *,
    person: User | None = None,
    name: str = "",
    scope: str = Deputy.Scope.EVENING,
    by: User | None,
) -> Deputy:
    """Let somebody lead this evening, or help: a `person` of the club, or `name` through a link.

    Naming the same person again changes the `scope` at most. StepError for a closed evening, or
    without a person or name.
    """
    with step_on(evening.competition, "name_deputy", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_closed:
            raise StepError(_("This evening is closed: there is nothing left to lead."))
        if person is not None:
            person = people_to_choose(step.competition.club).filter(pk=person.pk).first()
            if person is None:
                raise StepError(_("This person has no account in the club any more."))
            for existing in evening.deputies.filter(user=person):
                if not existing.is_over and existing.scope == scope:
                    return existing
                existing.delete()
        by_link = person is None
        deputy = Deputy.objects.create(
            evening=evening,
            user=person or _account_of_a_link(name),
            scope=scope,
            by_link=by_link,
            named_by=by,
        )
        facts = {"person": str(deputy), "by_link": by_link, "scope": scope}
        facts["evening"] = evening.number
        step.note(evening=evening, facts=facts)
        return deputy


@all_or_nothing
def remove_deputy(deputy: Deputy, *, by: User | None) -> None:
    """End the right at once; what the deputy did stays, with the name. Idempotent."""
    with step_on(deputy.evening.competition, "remove_deputy", at_any_stage=True, by=by) as step:
        now = Deputy.objects.filter(pk=deputy.pk).select_related("evening", "user").first()
        if now is None:
            return
        facts = {"evening": now.evening.number, "person": str(now.user), "scope": now.scope}
        step.note(evening=now.evening, facts=facts)
        if now.by_link:
            now.user.is_active = False
            now.user.save(update_fields=["is_active"])
        now.delete()


def deputy_token(deputy: Deputy) -> str:
    """The secret of a deputy's link; it stays the same while the right lasts."""
    value = f"{deputy.pk} {deputy.user_id} {deputy.named_at.isoformat()}"
    return salted_hmac("clubcomp.flow.deputies", value, algorithm="sha256").hexdigest()[:32]


def deputy_of_link(number: int, token: str) -> Deputy | None:
    """The right that a link gives; None if it is made up, was taken back or is over."""
    deputies = Deputy.objects.select_related("evening__competition__club", "evening__tempo", "user")
    deputy = deputies.filter(pk=number, by_link=True).first()
    if deputy is None or not constant_time_compare(token, deputy_token(deputy)):
        return None
    return None if deputy.is_over else deputy


def guessed_at(number: int, token: str) -> Club | None:
    """The club of the deputy whose link somebody is guessing; None if there is no such deputy."""
    deputies = Deputy.objects.select_related("evening__competition__club").filter(by_link=True)
    deputy = deputies.filter(pk=number).first()
    if deputy is None or constant_time_compare(token, deputy_token(deputy)):
        return None
    return deputy.evening.competition.club


def rights_of(user: User) -> list[Deputy]:
    """What a person may do now as a deputy or a helper, with the evenings. One query."""
    evenings = Evening.objects.to_play().filter(competition__club__suspended_at=None)
    deputies = Deputy.objects.filter(user=user, evening__in=evenings)
    deputies = deputies.select_related("evening__tempo", "evening__competition__club")
    return [deputy for deputy in deputies if not deputy.is_over]


def _account_of_a_link(name: str) -> User:
    """An account without password and address, so that the trail has the deputy's name."""
    name = name.strip()
    if not name:
        raise StepError(_("Choose a person, or write a name."))
    user = User(email=f"{secrets.token_hex(12)}@{NO_ADDRESS}", name=name)
    check_texts(user)
    user.set_unusable_password()
    user.save()
    return user
