"""Which backups are kept, where, and when is the next one made automatically?

They are in one folder, and are copied to a second one if the site names it, since one disk may
fail. A failure is written down beside them until an attempt succeeds.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from socket import gethostname

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubcomp.models import (
    AskedClub,
    Club,
    Evening,
    LastBackup,
    OldTableSearch,
    Session,
    TrailEntry,
    Upload,
)
from clubcomp.running.backups.made import (
    UNFINISHED,
    Backup,
    backup_in,
    backups_in,
    key_beside,
    name_at,
    newest_in,
    put_in_place,
    remove,
)
from clubcomp.running.backups.making import STATE, AlreadyUnderWay, make_backup
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.sealed import digest_of
from clubcomp.running.postgres.succession import remove_superfluous

#: For how many hours, days, weeks and months the newest backup of each is kept.
HOURS, DAYS, WEEKS, MONTHS = 24, 7, 4, 12
#: The hour of the night in which a day's changes are backed up, in the site's time zone.
NIGHT = time(3, 30)
#: How long after a failure the next attempt is made.
RETRY = timedelta(minutes=10)
#: How long changes may be without a backup.
LATE = timedelta(days=1)
TROUBLE = "trouble.json"


# What is kept ----------------------------------------------------------------------------


def moments_to_keep(moments: Iterable[datetime], now: datetime) -> set[datetime]:
    """Which of the moments (of one time zone) are kept; the newest always is."""
    newest_first = sorted(set(moments), reverse=True)
    staying = set(newest_first[:1])
    for number_of, periods in (
        (lambda at: int(at.timestamp() // 3600), HOURS),
        (lambda at: at.toordinal(), DAYS),
        (lambda at: (at.toordinal() - 1) // 7, WEEKS),  # from Monday
        (lambda at: at.year * 12 + at.month, MONTHS),
    ):
        newest = {number_of(at): at for at in reversed(newest_first)}
        staying |= {at for number, at in newest.items() if number > number_of(now) - periods}
    return staying


def _tidy(folder: Path) -> None:
    """Remove backups that are no longer kept; files that are no proved backups stay."""
    backups = backups_in(folder)
    local = {backup.file: timezone.localtime(backup.made_at) for backup in backups}
    staying = moments_to_keep(local.values(), timezone.localtime())
    for backup in backups:
        if local[backup.file] not in staying and not _may_be_wanted(backup):
            remove(backup.file)


def _may_be_wanted(backup: Backup) -> bool:
    """Whether somebody may want this very backup, made on request or before a risky change."""
    age = timezone.now() - backup.made_at
    return backup.why in ("asked", "upgrade", "restore") and age < timedelta(days=DAYS)


# Making one, and what went wrong ------------------------------------------------------------


@dataclass(frozen=True)
class Trouble:
    """The last attempt failed: when (`at`), `since` when attempts fail, and why in `words`."""

    at: datetime
    since: datetime
    words: str


def make_and_keep(
    *, why: str, is_needed: Callable[[], bool] = lambda: True, reach: DatabaseAddress | None = None
) -> Backup:
    """Make a backup in the folder of backups, and a copy in the second place; NoBackup.

    `is_needed` and `reach` are those of `make_backup`. A copy that fails is kept as `Trouble`. It
    also removes the data from before an upgrade of PostgreSQL, sessions that are over, tables
    pasted a day ago and clubs that nobody confirmed, and tells other hosts of the backup.
    """
    folder, now = settings.BACKUP_DIR, datetime.now(UTC)
    try:
        made = make_backup(folder / name_at(now), why=why, is_needed=is_needed, reach=reach)
    except AlreadyUnderWay:
        raise
    except NoBackup as problem:
        _remember(str(problem))
        raise
    _tidy(folder)
    if reach is None and tables_are_current():
        Session.objects.filter(expire_date__lt=now).delete()
        for passing in (OldTableSearch, Upload):
            passing.objects.filter(at__lt=now - passing.KEPT).delete()
        AskedClub.objects.never_confirmed().delete()
        facts = {name: getattr(made, name) for name in ("made_at", "state", "checked")}
        LastBackup.objects.update_or_create(pk=1, defaults={"host": gethostname(), **facts})
    copy_to_second_place()
    remove_superfluous(settings.HOME)
    return made


def tables_are_current() -> bool:
    """Whether the site's tables are this program's; before an upgrade they are an earlier one's."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def copy_to_second_place() -> None:
    """Make sure that the second place, if there is one, has the newest backup, complete."""
    try:
        _copy()
    except (OSError, NoBackup) as problem:
        _remember(f"The copy in the second place was not made. {problem}")
    else:
        (settings.BACKUP_DIR / TROUBLE).unlink(missing_ok=True)


def is_copied(backup: Backup) -> bool:
    """Whether the second place has this backup; true if there is no second place."""
    if settings.SECOND_BACKUP_DIR is None:
        return True
    copy = backup_in(settings.SECOND_BACKUP_DIR / backup.file.name)
    return copy is not None and copy.sha256 == backup.sha256


def _copy() -> None:
    second, newest = settings.SECOND_BACKUP_DIR, newest_in(settings.BACKUP_DIR)
    if second is None or newest is None or is_copied(newest):
        return
    if not second.is_dir():
        raise NoBackup(f"There is no folder {second}. Is the disk there?")
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=second)
    os.close(handle)
    try:
        shutil.copyfile(newest.file, name)
        if digest_of(Path(name)) != newest.sha256:
            raise NoBackup(f"What was written in {second} is not what was copied.")
        key = key_beside(newest.file)
        copied = replace(newest, file=second / newest.file.name)
        put_in_place(Path(name), copied, key.read_text() if key.exists() else "")
    finally:
        remove(Path(name))
    _tidy(second)


def trouble() -> Trouble | None:
    """What went wrong at the last attempt."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        stored = json.loads((settings.BACKUP_DIR / TROUBLE).read_text())
        moments = {name: datetime.fromisoformat(stored[name]) for name in ("at", "since")}
        return Trouble(**moments, words=stored["words"])
    return None


def _remember(words: str) -> None:
    """Write down what went wrong; if nothing can be written, the owner's page notices."""
    now, before = datetime.now(UTC).isoformat(), trouble()
    facts = {"at": now, "since": before.since.isoformat() if before else now, "words": words}
    with suppress(OSError):
        (settings.BACKUP_DIR / TROUBLE).write_text(json.dumps(facts))


# When ------------------------------------------------------------------------------------


def reason_for(
    now: datetime,
    *,
    is_start: bool,
    state: str,
    closed_at: datetime | None,
    last: Backup | None,
    failed_at: datetime | None,
) -> str:
    """Why a backup should be made now: "start", "closed", "night"; "" for not now.

    `state` is "" while there is nothing to lose; `closed_at` is when an evening was closed last.
    """
    if not state or (last and last.state == state):
        return ""
    if failed_at and now - failed_at < RETRY:
        return ""
    if is_start or last is None:
        return "start"
    if closed_at and closed_at > last.made_at:
        return "closed"
    return "night" if last.made_at < _last_night(now) else ""


def _last_night(now: datetime) -> datetime:
    """The last `NIGHT` before a moment, in the site's time zone."""
    tonight = timezone.make_aware(datetime.combine(timezone.localdate(now), NIGHT))
    return tonight if tonight <= now else tonight - timedelta(days=1)


def reason_now(*, is_start: bool = False) -> str:
    """Why a backup of this site should be made now; "" for not now."""
    if settings.IS_DEMO:
        return ""
    went_wrong = trouble()
    closings = Evening.objects.exclude(closed_at=None).order_by("-closed_at")
    return reason_for(
        timezone.now(),
        is_start=is_start,
        state=state_now(),
        closed_at=closings.values_list("closed_at", flat=True).first(),
        last=newest_in(settings.BACKUP_DIR),
        failed_at=went_wrong.at if went_wrong else None,
    )


def state_now() -> str:
    """A text that differs after each change; "" while there is no club."""
    if not Club.objects.exists():
        return ""
    with connection.cursor() as cursor:
        cursor.execute(STATE)
        return str(cursor.fetchone()[0])


def unsaved_since(last: Backup | LastBackup | None) -> datetime | None:
    """When the first change that is in no backup was made."""
    if last and last.state == state_now():
        return None
    lines = TrailEntry.objects.filter(at__gt=last.made_at) if last else TrailEntry.objects.all()
    return lines.order_by("at").values_list("at", flat=True).first()


def keep_up(*, is_start: bool) -> None:
    """Make a backup if it is time for one, or a missing copy; the owner's page shows failures."""
    with suppress(NoBackup, DatabaseError):
        if why := reason_now(is_start=is_start):
            make_and_keep(why=why, is_needed=lambda: bool(reason_now(is_start=is_start)))
        elif not settings.IS_DEMO:
            _catch_up()


def _catch_up() -> None:
    """Try a missing copy again, every ten minutes."""
    newest, went_wrong = newest_in(settings.BACKUP_DIR), trouble()
    is_time = not went_wrong or timezone.now() - went_wrong.at >= RETRY
    if newest and is_time and not is_copied(newest):
        copy_to_second_place()
