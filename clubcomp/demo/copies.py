"""The public demo: each stranger leads an evening in a copy of the demo club that is theirs alone.

A copy is a club and the account of its leader, made by one press. Nothing more is stored: the copy
is as old as its account, and the account's address has a digest of the network from which the copy
was asked for. Rows are copied within PostgreSQL.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from datetime import time as Time
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from clubcomp.demo import club as demo
from clubcomp.doors.names import whole_names
from clubcomp.flow.accounts.attempts import Counter, count_attempt, key_of
from clubcomp.flow.archives.graph import is_person, rows_of, tables
from clubcomp.flow.hosting.removing import remove_rows
from clubcomp.models import Audience, Club, Membership, User
from clubcomp.models.clubs import new_code

#: How long a copy lives; at this time of the night all are removed, and the demo is made again.
LIFE, NIGHT = timedelta(hours=2), Time(4)
#: At most so many copies at once, and so many for one network.
MOST, MOST_OF_NETWORK = 50, 20
#: At most so many forms are sent to a copy.
MOST_PRESSES = 1000
#: The host of the addresses of copies' accounts: nobody gets mail there.
HOST = "copy.invalid"
#: Stands in the statements for the address of the new club.
SLUG = "-address-"
#: How long nobody gets a copy while the demo is made again.
A_MINUTE = timedelta(minutes=1)
#: The key of the lock for tidying, and the next number the one for a new copy. No other lock has
#: them.
LOCK = 7_402_558


class Full(Exception):
    """There are no more copies until `until`; `of_network`: none for this network."""

    def __init__(self, until: datetime, *, of_network: bool = False) -> None:
        super().__init__(until)
        self.until, self.of_network = until, of_network


class Copy(NamedTuple):
    """The copy that somebody leads: the address of its club, and when it is removed."""

    slug: str
    ends_at: datetime


def ends_at(made_at: datetime) -> datetime:
    """When a copy is removed: after two hours, or in the night."""
    return min(made_at + LIFE, last_night(made_at) + timedelta(days=1))


def last_night(now: datetime) -> datetime:
    """The last moment at which the demo had to be made again."""
    tonight = timezone.make_aware(datetime.combine(timezone.localdate(now), NIGHT))
    return tonight if tonight <= now else tonight - timedelta(days=1)


def copy_of(user: User) -> Copy | None:
    """The copy that an account leads; None once it is over."""
    roles = user.memberships.filter(user__email__endswith=f"@{HOST}").select_related("club")
    role = roles.first()
    ends = ends_at(user.date_joined)
    return Copy(role.club.slug, ends) if role and timezone.now() < ends else None


def may_press(copy: Copy) -> bool:
    """Count a form that was sent to a copy; returns whether it is taken."""
    counter = Counter(key_of("copy", copy.slug), free=MOST_PRESSES, most=0)
    return count_attempt([counter])[0] <= MOST_PRESSES


def make_copy(network: str) -> User:
    """Make a copy for somebody in this network; returns its leader. Full: there are no more."""
    leader = _reserve(network)
    try:
        return _fill(leader)
    except BaseException as problem:
        leader.delete()
        if isinstance(problem, DatabaseError | Club.DoesNotExist):  # the demo is being made again
            raise Full(timezone.now() + A_MINUTE) from problem
        raise


@transaction.atomic
def _reserve(network: str) -> User:
    """Make the account of a copy before its club, so that others count the copy already."""
    now = timezone.now()
    with connection.cursor() as cursor:  # others wait until it is counted, but not for its rows
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK + 1])
    living = _living(now)
    digest = key_of("network of copy", network)[:16]
    of_network = sorted(ends for email, ends in living if email.startswith(f"{digest}."))
    if len(of_network) >= MOST_OF_NETWORK:
        raise Full(of_network[0], of_network=True)
    if len(living) >= MOST:
        raise Full(min(ends for _email, ends in living))
    leader = User(email=f"{digest}.{secrets.token_hex(16)}@{HOST}", name=demo.LEADER.name)
    leader.set_unusable_password()
    leader.save()
    return leader


@transaction.atomic
def _fill(leader: User) -> User:
    """Copy the demo club for its leader, who alone has a role in the copy, and alone sees it."""
    slug = secrets.token_hex(16)
    with connection.cursor() as cursor:
        script, values = _script(demo.clubs().get().pk)
        cursor.execute(script.replace(SLUG, slug), values)
    copied = Club.objects.get(slug=slug)
    player = copied.players.get(name=demo.LEADER.player)
    role = demo.LEADER.role
    Membership.objects.create(club=copied, user=leader, role=role, player=player)
    copied.code_in_ids = new_code()
    copied.audience, copied.is_findable = Audience.MEMBERS, False
    copied.embed_sites, copied.has_wishes, copied.has_webhook = "", False, False
    copied.save()
    copied.competitions.update(audience="")
    return leader


def _tables() -> list[type[Model]]:
    return [model for model in tables() if model is not Membership]


def _living(now: datetime) -> list[tuple[str, datetime]]:
    """The e-mail addresses of all copies' accounts, and when each copy is removed."""
    accounts = User.objects.filter(email__endswith=f"@{HOST}", date_joined__gt=now - LIFE)
    known = accounts.values_list("email", "date_joined")
    return [(email, ends) for email, made in known if (ends := ends_at(made)) > now]


# Rows -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _script(club: int) -> tuple[str, list[Any]]:
    """The statements that copy all that a club's archive has, except roles, and their values.

    `SLUG` stands in them for the address of the new club. They are sent in one piece: else twenty
    people who press at once would wait for each other at every one. Every row gets the next number
    of its table, which no row ever had before.
    """
    kinds = {model: kind for kind, model in enumerate(_tables())}
    given: list[Any] = []
    lines = [
        "CREATE TEMPORARY TABLE copied (kind int, old bigint, new bigint, PRIMARY KEY (kind, old))"
    ]
    for model, kind in kinds.items():
        rows, values = rows_of(model, Club(pk=club)).values("pk").query.sql_with_params()
        table, key = model._meta.db_table, model._meta.pk.column
        lines += [
            f"INSERT INTO copied SELECT {kind}, found.key,"  # noqa: S608 -- names are ours
            f" nextval((SELECT pg_get_serial_sequence('{table}', '{key}')::regclass))"
            f" FROM ({rows}) AS found (key)",
            _insert(model, kinds),
        ]
        given += values
    return ";\n".join([*lines, "DROP TABLE copied"]), given


def _insert(model: type[Model], kinds: dict[type[Model], int]) -> str:
    """The statement that copies the rows of a table; they refer to the copies of other rows.

    References to accounts stay, and those to rows that no archive has become NULL.
    """
    table, key = model._meta.db_table, model._meta.pk.column
    columns, values, joins = [f'"{key}"'], ["this.new"], list[str]()
    for number, field in enumerate(model._meta.concrete_fields):
        if field.primary_key:
            continue
        column = f'"{field.column}"'
        if field.related_model in kinds:
            joins.append(
                f"LEFT JOIN copied AS to{number} ON to{number}.old = row.{column}"
                f" AND to{number}.kind = {kinds[field.related_model]}"
            )
            value = f"to{number}.new"
        else:
            value = f"row.{column}" if is_person(field) or not field.is_relation else "NULL"
        columns.append(column)
        values.append(value)
    if model is Club:  # its address is one of a kind
        values[columns.index('"slug"')] = f"'{SLUG}'"
    return (
        f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608 -- names are ours
        f" SELECT {', '.join(values)} FROM copied AS this"
        f" JOIN {table} AS row ON row.{key} = this.old {' '.join(joins)}"
        f" WHERE this.kind = {kinds[model]} ORDER BY this.new"
    )


@transaction.atomic
def remove(club: Club) -> None:
    """Delete a club with everything of its own, and the accounts of copies in it.

    Without a check and without a trace: this is for a database that holds demos only.
    """
    accounts = User.objects.filter(memberships__club=club, email__endswith=f"@{HOST}")
    keys = list(accounts.values_list("pk", flat=True))
    remove_rows(club)
    User.objects.filter(pk__in=keys).delete()


# Removing them, every night and when they are over ----------------------------------------------


def tidy(*, is_start: bool) -> None:
    """Remove copies that are over; once a night all of them, and then renew the demo."""
    with suppress(DatabaseError), transaction.atomic():
        if is_start or not _is_alone():  # `load_demo` has renewed it at the start of the program
            return
        if _is_of_today():
            remove_copies(is_over=True)
        else:
            renew(say=lambda _line: None)


def _is_alone() -> bool:
    """Whether this process gets to tidy; it keeps others out until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])


def _is_of_today() -> bool:
    made = User.objects.filter(email=demo.OWNER.email).values_list("date_joined", flat=True).first()
    return made is not None and made >= last_night(timezone.now())


def remove_copies(*, is_over: bool) -> None:
    """Remove the copies that are over, or all of them."""
    living = {email for email, _ends in _living(timezone.now())} if is_over else set()
    accounts = User.objects.filter(email__endswith=f"@{HOST}").exclude(email__in=living)
    for club in Club.objects.filter(memberships__user__in=accounts):
        remove(club)
    accounts.delete()


@transaction.atomic
def renew(*, say: Callable[[str], None]) -> None:
    """Remove all copies, and replace an older demo by today's."""
    remove_copies(is_over=False)
    if _is_of_today():
        return
    for old in demo.clubs():
        remove(old)
    User.objects.filter(email__in=[person.email for person in demo.PEOPLE]).delete()
    with whole_names():
        demo.load(today=timezone.localdate(), say=say)
