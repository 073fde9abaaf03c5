"""Importing a club from its archive: all of it, or nothing.

An error names the file and the row that it is in. Roles are imported as invitations, since an
archive must not give anybody rights.
"""

from datetime import date as Date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import DataError, IntegrityError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.slugs import CLUB_WORDS, SITE_WORDS, free_slug, is_slug
from clubcomp.flow.archives.graph import Table, columns, file_of, is_person, tables
from clubcomp.flow.archives.packed import BadArchive, Files
from clubcomp.flow.archives.values import read
from clubcomp.flow.archives.writing import PEOPLE
from clubcomp.flow.checks import check_row, check_zone, checked_country
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.nameplate.nameplate import drawn
from clubcomp.flow.people.forgetting import forget_in_archive
from clubcomp.flow.seasons import usual_year
from clubcomp.flow.step import all_or_nothing, write_trail
from clubcomp.models import (
    Club,
    ClubPicture,
    Competition,
    Entry,
    Evening,
    Membership,
    Player,
    Role,
    Round,
    Season,
    User,
)
from pairing.core.system import BadOptions
from pairing.formats.document import DocumentError, read_document
from pairing.registry import UnknownSystem, get_system, make_rules
from pairing.sentences import error

ROWS_AT_ONCE = 500
#: The file in which an older archive has the documents of rounds, in parts.
PARTS = "record-part.json"

#: The rows made from each table, in order.
Made = dict[Any, list[Any]]


@all_or_nothing
def import_club(data: bytes, *, slug: str = "", by: User | None) -> Club:
    """Import the club of an archive, at another address if its own is taken; BadArchive.

    The person who imports it becomes an owner, besides those who are invited as owners.
    """
    files = Files(data)
    if unknown := files.names() - {PEOPLE, PARTS, *map(file_of, tables())}:
        words = _("The archive has %(file)s, which this version does not know. A newer one does.")
        raise BadArchive(words, file=min(unknown))
    made: Made = {User: _people(files.pop(PEOPLE, []))}
    _fill_in_seasons(files)
    _name_byes_by_key(files)
    _join_documents(files)
    of_competition: dict[Any, list[int | None]] = {}
    try:
        for model in tables():
            values = files.pop(file_of(model), [])
            rows = _rows(model, values, made, of_competition)
            if model is Club:
                _check_club(rows, slug)
            elif model is Competition:
                _check_competitions(rows)
            elif model is ClubPicture:
                rows = _redrawn(rows)
            elif model is Membership:
                for row in rows:
                    row.is_pending = row.user != by
            _store(model, rows)
            _link(model, values, rows)
            made[model] = rows
        with connection.cursor() as cursor:  # otherwise they are only checked at the commit
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except (IntegrityError, DataError) as error:
        diagnosis = getattr(error.__cause__, "diag", None)
        cause = getattr(diagnosis, "constraint_name", None) or error
        words = _("The file %(file)s does not hold together: %(what)s.")
        raise BadArchive(words, file=file_of(model), what=cause) from error
    club: Club = made[Club][0]
    _name_pictures(club, made[ClubPicture])
    if by:
        Membership.objects.get_or_create(club=club, user=by, defaults={"role": Role.OWNER})
    players = len(made[Player])
    for competition in made[Competition]:
        _check_record(competition)
    facts = {"club": club.name, "players": players, "competitions": len(made[Competition])}
    write_trail(club, "import_club", by=by, facts=facts)
    forget_in_archive(club)
    return club


# Archives of earlier versions ---------------------------------------------------------------


def _fill_in_seasons(files: Files) -> None:
    """Add the seasons that the upgrade made to an archive from before there were seasons."""
    if file_of(Season) in files:
        return
    seasons: dict[str, dict[str, Any]] = {}
    evenings = files.get(file_of(Evening), [])
    for number, row in enumerate(files.get(file_of(Competition), []), 1):
        days = [evening.get("date") for evening in evenings if evening.get("competition") == number]
        written = min((day for day in days if isinstance(day, str)), default=row.get("made_at"))
        try:
            day = Date.fromisoformat(str(written)[:10])
        except ValueError:
            day = timezone.localdate()
        year = usual_year(day)
        seasons[year["name"]] = {"club": 1, **{name: str(value) for name, value in year.items()}}
        row["season"] = [*seasons].index(year["name"]) + 1
    if seasons:
        files[file_of(Season)] = [*seasons.values()]


def _name_byes_by_key(files: Files) -> None:
    """Turn the one named bye of an older archive into the list that rounds have now."""
    if "named_bye" not in files.columns_of(file_of(Round)):
        return
    entries = files.get(file_of(Entry), [])
    for row in files.get(file_of(Round), []):
        number = row.pop("named_bye", None)
        if type(number) is int and 0 < number <= len(entries):
            row["named_byes"] = [entries[number - 1].get("key")]


def _join_documents(files: Files) -> None:
    """Put together the documents of rounds in an archive from before each was kept whole.

    A part belongs to the versions from `since` until before `until`; an empty one is the round.
    """
    if "record_version" not in files.columns_of(file_of(Round)):
        return
    parts: dict[Any, list[dict[str, Any]]] = {}
    for part in files.pop(PARTS, []):
        parts.setdefault(part.get("competition"), []).append(part)
    evenings = files.get(file_of(Evening), [])
    for number, row in enumerate(files.get(file_of(Round), []), 1):
        version, to_pair = row.pop("record_version", None), row.pop("to_pair", "")
        row.pop("record_digest", None)
        try:
            of_competition = parts.get(evenings[row["evening"] - 1]["competition"], [])
            ordered = sorted(
                (part["place"], part["text"] or to_pair)
                for part in of_competition
                if version and part["since"] <= version < (part["until"] or version + 1)
            )
            row["paired_from"] = "".join(text for _place, text in ordered)
        except (LookupError, TypeError) as problem:
            raise _wrong(file_of(Round), number, "record_version", problem) from problem


def _wrong(name: str, row: int, column: str, problem: Any) -> BadArchive:
    facts = {"file": name, "row": row, "column": column, "what": problem}
    return BadArchive(_("%(file)s, row %(row)s, “%(column)s”: %(what)s.") % facts)


def _wrong_row(name: str, row: int, problem: str) -> BadArchive:
    facts = {"file": name, "row": row, "what": problem}
    return BadArchive(_("%(file)s, row %(row)s: %(what)s") % facts)


# Its rows ----------------------------------------------------------------------------------


def _people(rows: list[dict[str, Any]]) -> list[User]:
    """The accounts with these e-mail addresses; new ones have no password."""
    people: list[User] = []
    for number, row in enumerate(rows, 1):
        email, name = row.get("email"), row.get("name")
        for unknown in sorted(row.keys() - {"email", "name"}):
            raise _wrong(PEOPLE, number, unknown, _("is not known here"))
        if not isinstance(email, str) or not isinstance(name, str):
            raise _wrong(PEOPLE, number, "email", _("is of another kind"))
        try:
            validate_email(email)
            User._meta.get_field("email").run_validators(email)
            read(User._meta.get_field("name"), name)
        except ValidationError as error:
            raise _wrong(PEOPLE, number, email[:60], " ".join(error.messages)) from error
        known = User.objects.filter(email=email.strip().lower()).first()
        people.append(known or User.objects.create_user(email, name=name))
    return people


def _rows(
    model: Table, rows: list[dict[str, Any]], made: Made, of_competition: dict[Any, Any]
) -> list[Any]:
    """The rows of a table, not stored yet. A row may refer to rows of one competition only."""
    known = {field.name: field for field in columns(model)}
    parsed, owners = [], []
    for number, values in enumerate(rows, 1):
        row, competitions = model(), set()
        for name, value in values.items():
            field = known.get(name)
            if field is None:
                raise _wrong(file_of(model), number, name, _("is not known here"))
            try:
                if field.is_relation:
                    if field.related_model is model:  # linked once all of them are stored
                        _target(field, value, {model: rows})
                        continue
                    target = _target(field, value, made)
                    setattr(row, field.name, target)
                    if target is not None and not is_person(field):
                        competitions.add(of_competition[field.related_model][value - 1])
                else:
                    setattr(row, field.attname, read(field, value))
            except (ValidationError, OverflowError) as error:
                words = " ".join(getattr(error, "messages", [str(error)]))
                raise _wrong(file_of(model), number, name, words) from error
        for name, field in known.items():
            if field.is_relation and not field.null and name not in values:
                raise _wrong(file_of(model), number, name, _("has to have a value"))
        try:
            check_row(row)
        except StepError as error:
            raise _wrong_row(file_of(model), number, str(error)) from error
        competitions.discard(None)
        if len(competitions) > 1:
            problem = _("belongs to two competitions")
            raise _wrong(file_of(model), number, "competition", problem)
        owners.append(number if model is Competition else next(iter(competitions), None))
        parsed.append(row)
    of_competition[model] = owners
    return parsed


def _target(field: Any, value: Any, made: Made) -> Any:
    """The row that a number refers to."""
    if value is None and field.null:
        return None
    rows = made[field.related_model]
    if type(value) is not int or not 0 < value <= len(rows):
        raise ValidationError(_("refers to a row that is not there"))
    return rows[value - 1]


def _check_club(rows: list[Club], slug: str) -> None:
    """Check that there is one club, and give it an unused address."""
    if len(rows) != 1:
        raise BadArchive(_("An archive holds one club; this one holds %(count)s."), count=len(rows))
    club = rows[0]
    check_zone(club.time_zone)
    checked_country(club.country)
    taken = set(Club.objects.values_list("slug", flat=True))
    wanted = slug or club.slug
    if not is_slug(wanted) or wanted in SITE_WORDS or wanted in taken:
        if slug:
            raise StepError(_("There is already a club at the address “%(slug)s”."), slug=slug)
        wanted = free_slug(club.name, taken=taken, reserved=SITE_WORDS)
    club.slug = wanted


def _check_competitions(rows: list[Competition]) -> None:
    for number, row in enumerate(rows, 1):
        if not is_slug(row.slug) or row.slug in CLUB_WORDS:
            raise _wrong(file_of(Competition), number, "slug", _("is no address here"))
        try:
            row.rules  # noqa: B018 -- raises for a wrong system or option
            for _until, options in row.earlier_options:
                make_rules(row.pairing_system, options)
        except (UnknownSystem, BadOptions) as error:
            raise _wrong(file_of(Competition), number, "options", error) from error


def _redrawn(rows: list[ClubPicture]) -> list[ClubPicture]:
    """The pictures, redrawn: an archive may have been written by anybody."""
    pictures = []
    for number, row in enumerate(rows, 1):
        try:
            picture = drawn(row.kind, bytes(row.data))
        except StepError as error:
            raise _wrong_row(file_of(ClubPicture), number, str(error)) from error
        picture.club = row.club
        pictures.append(picture)
    return pictures


def _name_pictures(club: Club, pictures: list[ClubPicture]) -> None:
    """Let the club name the pictures that came with it, and no others."""
    names = dict.fromkeys(ClubPicture.Kind.values, "") | {row.kind: row.name for row in pictures}
    if any(getattr(club, kind) != name for kind, name in names.items()):
        Club.objects.filter(pk=club.pk).update(**names)
        vars(club).update(names)


def _check_record(competition: Competition) -> None:
    """Check that the competition, and what its rounds were paired from, are valid documents."""
    rounds = Round.objects.filter(evening__competition=competition)
    try:
        for system in rounds.exclude(system="").values_list("system", flat=True).distinct():
            get_system(system)
        numbers = competition.evenings.order_by("number").values_list("number", flat=True)
        if [*numbers] != [*range(1, len(numbers) + 1)]:
            raise ValueError(_("its evenings are not numbered from 1"))
        for text in (export_document(competition), *filter(None, rounds.documents().values())):
            read_document(text)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        cause = error(problem) if isinstance(problem, DocumentError) else problem
        words = _("“%(competition)s” does not hold together: %(what)s.")
        raise BadArchive(words, competition=competition, what=cause) from problem


def _store(model: Table, rows: list[Any]) -> None:
    """Store rows as they are, including timestamps that are otherwise set automatically."""
    key = model._meta.pk
    fields = [field for field in model._meta.concrete_fields if field is not key]
    for start in range(0, len(rows), ROWS_AT_ONCE):
        batch = rows[start : start + ROWS_AT_ONCE]
        for row in batch:
            for field in fields:
                if field.is_relation:  # set again: the target is stored now, and has a key
                    setattr(row, field.name, getattr(row, field.name, None))
        numbers = model._base_manager.get_queryset()._insert(  # type: ignore[attr-defined]
            batch, fields=fields, returning_fields=[key], using="default", raw=True
        )
        for row, (number,) in zip(batch, numbers, strict=True):
            row.pk = number
            row._state.adding = False


def _link(model: Table, values: list[dict[str, Any]], rows: list[Any]) -> None:
    """Set the references of a table's rows to other rows of the same table."""
    for field in columns(model):
        if field.related_model is model:
            linked = [pair for pair in zip(rows, values, strict=True) if pair[1].get(field.name)]
            for row, named in linked:
                setattr(row, field.name, rows[named[field.name] - 1])
            model._base_manager.bulk_update([row for row, _named in linked], [field.name])
