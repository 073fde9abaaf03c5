"""Which clubs are there, who may do what in them, and how does an empty site get its first one?

For an empty site the program prints a link to the form when it starts. The link stops working as
soon as there is a club.
"""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from clubcomp.doors.slugs import SITE_WORDS, free_slug
from clubcomp.flow.checks import (
    check_email,
    check_row,
    check_texts,
    check_zone,
    checked_country,
    checked_sites,
    checked_slug,
    zone_of,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, ClubNumber, Identity, Membership, Player, Role, User
from pairing.core.federations import ISSUERS
from pairing.installed import as_typed


@all_or_nothing
def found_club(
    name: str, slug: str, owner: User, *, country: str = "", time_zone: str = "", by: User | None
) -> Club:
    """A new club, with its first owner. The demo has one club, without an owner.

    `time_zone` "" is that of its country.
    """
    if settings.IS_DEMO and Club.objects.exists():
        words = _("This is a demo, and its data are nobody's own. Your own club: %(command)s.")
        raise StepError(words, command=as_typed("serve"))
    club = Club(name=_required_name(name), slug=_free_slug(slug))
    club.country = checked_country(country)
    club.time_zone = time_zone or zone_of(club.country)
    check_zone(club.time_zone)
    check_texts(club)
    club.save()
    Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    write_trail(
        club,
        "found_club",
        by=by,
        facts={"club": club.name, "owner": str(owner)},
        after=_as_json(club),
    )
    return club


@all_or_nothing
def change_club(
    club: Club,
    *,
    name: str,
    slug: str,
    country: str = "",
    time_zone: str = "",
    embed_sites: str | None = None,
    rating_k: int | None = None,
    privacy_words: str | None = None,
    asks_consent: bool | None = None,
    numbers: str | None = None,
    by: User | None,
) -> Club:
    """Change name, country, time zone or address; links to the old address no longer work.

    `time_zone` "" leaves it; a new one is the clock of evenings planned already, too.
    `embed_sites` are addresses with blanks between. `numbers` are the club's numbers at
    federations, one a line: "KBSB 101". None leaves a value as it is.
    """
    with club_held(club) as now:
        before = _as_json(now)
        if numbers is not None:
            _set_numbers(now, _numbers_in(numbers))
        now.name = _required_name(name)
        if country != now.country:
            now.country = checked_country(country)
        if time_zone:
            check_zone(time_zone)
            now.time_zone = time_zone
        if embed_sites is not None:
            now.embed_sites = " ".join(checked_sites(embed_sites))
        if rating_k is not None:
            if rating_k not in dict(Club.RATING_KS):
                raise StepError(_("There is no club rating with a K of %(k)s."), k=rating_k)
            now.rating_k = rating_k
        if privacy_words is not None:
            now.privacy_words = privacy_words.replace("\r\n", "\n").strip()
        if asks_consent is not None:
            now.asks_consent = asks_consent
        if slug != now.slug:
            now.slug = _free_slug(slug)
        check_texts(now)
        if _as_json(now) != before:
            now.save()
            write_trail(now, "change_club", by=by, before=before, after=_as_json(now))
    return now


@all_or_nothing
def give_role(
    club: Club,
    *,
    email: str,
    name: str = "",
    role: str,
    player: Player | None = None,
    by: User | None,
) -> Membership:
    """Give the person with this e-mail address a role, or change their role.

    A new role is an invitation until the person takes it (`flow.accounts.invitations`). Somebody
    new gets an account without a password, by default under the name of their player.
    """
    with club_held(club) as now:
        user = _account(email, name or str(player or ""))
        membership = Membership.objects.filter(club=now, user=user).first()
        before = _role_as_json(membership) if membership else None
        if membership is None:
            membership = Membership(club=now, user=user, is_pending=user != by)
        elif role != Role.OWNER:
            must_not_be_last_owner(membership)
        membership.role = Role(role)
        membership.player = _free_player(now, player, membership)
        after = _role_as_json(membership)
        if after != before:
            membership.save()
            write_trail(
                now,
                "give_role",
                by=by,
                facts={"person": membership.shown_name},
                before=before,
                after=after,
            )
    return membership


@all_or_nothing
def take_role(membership: Membership, *, by: User | None) -> None:
    """Take away somebody's role in the club, unless they are the last owner. Idempotent."""
    with club_held(membership.club) as club:
        now = club.memberships.select_related("user", "player").filter(pk=membership.pk).first()
        if now is None:
            return
        must_not_be_last_owner(now)
        before, person = _role_as_json(now), now.shown_name
        now.delete()
        write_trail(club, "take_role", by=by, facts={"person": person}, before=before)


def _account(email: str, name: str) -> User:
    """The account with this e-mail address, created when there is none."""
    email = email.strip().lower()
    check_email(email)
    user = User.objects.filter(email=email).first()
    if user is None:
        if not name.strip():
            raise StepError(_("Nobody has this e-mail address yet: write the name as well."))
        check_texts(User(email=email, name=name.strip()))
        user = User.objects.create_user(email, name=name.strip())
    return user


def must_not_be_last_owner(membership: Membership) -> None:
    """StepError when the club would be without an owner."""
    owners = membership.club.memberships.in_force().filter(role=Role.OWNER)
    if membership in owners and not owners.exclude(pk=membership.pk).exists():
        words = _("%(person)s is the last owner of the club. Make somebody else an owner first.")
        raise StepError(words, person=membership.user)


def _free_player(club: Club, player: Player | None, membership: Membership) -> Player | None:
    """The club's player who this person is; StepError when somebody else is that player."""
    if player is None:
        return None
    player = player_now(club, player)
    if Membership.objects.filter(player=player).exclude(pk=membership.pk).exists():
        raise StepError(_("Another person is %(player)s already."), player=player)
    return player


def _required_name(name: str) -> str:
    if not name.strip():
        raise StepError(_("A club needs a name."))
    return name.strip()


def _free_slug(slug: str) -> str:
    is_taken = _("There is already a club at the address “%(slug)s”.")
    return checked_slug(slug, SITE_WORDS, Club.objects.all(), is_taken)


def number_at(club: Club, issuer: str) -> str:
    """The club's number at a federation; "" for none."""
    return next((row.number for row in club.numbers.all() if row.issuer == issuer), "")


def keep_number(club: Club, issuer: str, number: str) -> None:
    """Keep the club's number at one federation, in the current transaction; the club is held."""
    numbers = {row.issuer: row.number for row in club.numbers.all()}
    _set_numbers(club, numbers | {issuer: number})


def _numbers_in(text: str) -> dict[str, str]:
    known = {issuer.casefold(): issuer for issuer in ISSUERS if issuer != Identity.Issuer.OWN}
    numbers = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        issuer, _blank, number = line.partition(" ")
        if issuer.casefold() not in known:
            raise StepError(_("There is no federation “%(issuer)s” here."), issuer=issuer)
        if not number.strip():
            raise StepError(_("Say which number the club has there: %(line)s."), line=line)
        numbers[known[issuer.casefold()]] = number.strip()
    return numbers


def _set_numbers(club: Club, numbers: Mapping[str, str]) -> None:
    rows = [ClubNumber(club=club, issuer=at, number=number) for at, number in numbers.items()]
    for row in rows:
        check_row(row)
        check_texts(row)
    club.numbers.all().delete()
    ClubNumber.objects.bulk_create(rows)


def _as_json(club: Club) -> dict[str, str | int]:
    always = {name: getattr(club, name) for name in ("name", "slug", "country", "time_zone")}
    if_set = ("embed_sites", "rating_k", "privacy_words", "asks_consent")
    chosen = {name: value for name in if_set if (value := getattr(club, name))}
    numbers = ", ".join(map(str, club.numbers.all()))
    return always | chosen | ({"club_numbers": numbers} if numbers else {})


def _role_as_json(membership: Membership) -> dict[str, str | None]:
    player = membership.player
    return {"role": str(membership.role), "player": str(player) if player else None}


def welcome_parts(user: User) -> tuple[str, str]:
    """The two parts of the link with which `user` signs in; it works once, for three days."""
    person = urlsafe_base64_encode(force_bytes(user.pk))
    return person, default_token_generator.make_token(user)


def user_of_welcome_link(person: str, token: str) -> User | None:
    """The account that a welcome link is for, or None when the link is used or old."""
    try:
        key = int(force_str(urlsafe_base64_decode(person)))
    except ValueError:
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user and default_token_generator.check_token(user, token) else None


def is_set_up() -> bool:
    """Whether the site has a club."""
    return Club.objects.exists()


def set_up_token() -> str:
    """A secret derived from the site's secret key."""
    return salted_hmac("clubcomp.flow.clubs", "first club", algorithm="sha256").hexdigest()[:32]


@transaction.atomic
def set_up_club(
    *,
    club: str,
    slug: str = "",
    country: str = "",
    time_zone: str = "",
    person: str,
    email: str,
    password: str,
) -> tuple[Club, User]:
    """The first club with its first owner; `slug` "" makes an address from the club's name.

    StepError when somebody else was first, or when the e-mail address has an account already.
    """
    with connection.cursor() as cursor:
        # There is no row to lock yet; the table can still be read meanwhile.
        cursor.execute(f"LOCK TABLE {Club._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    if is_set_up():
        raise StepError(_("Somebody has set up this site meanwhile. Sign in."))
    if User.objects.filter(email=email.strip().lower()).exists():
        raise StepError(
            _("There is an account with this e-mail address already. Sign in and found the club.")
        )
    if not person.strip():
        raise StepError(_("Write your own name as well: others see it in the log."))
    owner = User(email=email.strip().lower(), name=person.strip())
    try:
        owner.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise StepError(" ".join(error.messages)) from error
    check_texts(owner)
    owner.set_password(password)
    owner.save()
    slug = slug or free_slug(club, taken=(), reserved=SITE_WORDS)
    founded = found_club(club, slug, owner, country=country, time_zone=time_zone, by=owner)
    return founded, owner
