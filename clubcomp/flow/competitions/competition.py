"""What is played, by which rules, with which tempos, and at which address?"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import date as Date
from datetime import time as Time
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.slugs import CLUB_WORDS
from clubcomp.flow.checks import assign, check_row, check_texts, checked_slug
from clubcomp.flow.competitions.categories import must_have_no_prizes
from clubcomp.flow.competitions.groups import check_sizes, groups_as_json
from clubcomp.flow.competitions.start_order import (
    RESERVED_KEYS,
    apply_lots,
    apply_numbers,
    by_lot,
    check_size,
    how_many_count,
    key_for,
    new_numbers,
    options_must_stay,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.counting import check_counts_in
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.people.identities import seeding_rating
from clubcomp.flow.rows_now import tempo_now
from clubcomp.flow.seasons import season_on, unused_name
from clubcomp.flow.step import all_or_nothing, club_held, step_on, write_trail
from clubcomp.flow.tables.promotion import number_by_table
from clubcomp.models import (
    Club,
    Competition,
    Entry,
    Evening,
    Game,
    Player,
    Prize,
    Season,
    Tempo,
    User,
    rules,
)
from pairing import sentences
from pairing.core.system import BadOptions
from pairing.registry import get_system, lots_of, make_rules, options_to_document
from pairing.sections import flat

#: What `change_competition` changes by its name, and all that it changes.
_SET = ("sign_off_until", "reserves_asked_ahead", "results_by_players", "counts_in")
_CHANGEABLE = ("name", "slug", "season", "seeding_list", "seeding_tempo", *_SET)


@all_or_nothing
def start_competition(
    club: Club,
    *,
    name: str,
    slug: str,
    system: str,
    game: str = Competition.GameKind.CHESS,
    options: Mapping[str, object],
    tempos: Iterable[Mapping[str, Any]],
    players: Iterable[Player],
    drawn: Iterable[str] = (),
    seeding: tuple[str, str] = ("", ""),
    season: Date | None = None,
    groups: Mapping[int, str] | None = None,
    follows: Competition | None = None,
    by: User | None,
) -> Competition:
    """A new competition; the start order is the system's, or else by rating and name. Lots are
    drawn at once, except a cup's (`draw_lots`).

    `options` as documents write them; those in `drawn` are drawn by lot. A tempo has `key` and
    may have `name`, `games_per_evening`, `last_n`, `absence_limit` and `weight` (a number or
    "p/q"). `seeding` is the rating list, and its tempo, from which ratings are taken. `season` is a
    day of the season that it is in; None is today. `groups` are those of the players, by key.
    Where start numbers are by rating, they may instead follow the table of the competition that
    this one `follows`.
    """
    with club_held(club) as club:
        competition = Competition(club=club, game=game, system=system)
        competition.season = season_on(club, season or timezone.localdate())
        competition.name = unused_name(competition.season, name)
        competition.slug = check_slug(club, slug)
        competition.seeding_list, competition.seeding_tempo = seeding
        lots = {name: secrets.choice(lots_of(get_system(system))[name]) for name in drawn}
        competition.options = written_options(system, {**options, **lots})
        check_texts(competition)
        competition.save()
        rows = _start_tempos(competition, tempos)
        seed = _start_players(competition, players, groups or {})
        if follows is not None:
            number_by_table(competition, follows)
        write_trail(
            club,
            "start_competition",
            by=by,
            competition=competition,
            facts={"competition": competition.name, "players": competition.entries.count()}
            | ({} if seed is None else {"seed": seed})
            | ({"drawn": lots} if lots else {})
            | ({"follows": str(follows)} if follows else {}),
            after=_as_json(competition)
            | {"tempos": [tempo_as_json(row) for row in rows], **groups_as_json(competition)},
        )
    return competition


def _start_tempos(competition: Competition, tempos: Iterable[Mapping[str, Any]]) -> list[Tempo]:
    rows = [checked_tempo(Tempo(competition=competition), **tempo) for tempo in tempos]
    if not rows:
        raise StepError(_("A competition needs at least one tempo."))
    if len(rows) > 1 and not competition.abilities.uses_tempos:
        raise StepError(_("Under this system a competition has one tempo."))
    if len({tempo.key for tempo in rows}) < len(rows):
        raise StepError(_("Two tempos have the same short name."))
    return Tempo.objects.bulk_create(rows)


def _start_players(
    competition: Competition, players: Iterable[Player], groups: Mapping[int, str]
) -> int | None:
    """Make the entries with their start numbers; the seed when numbers are drawn by lot.

    The draw of a cup is an event of its own.
    """
    ratings = {player: seeding_rating(competition, player) for player in players}
    players = sorted(ratings, key=lambda p: (-(ratings[p] or -1), p.sort_key, p.pk))
    keys = set(RESERVED_KEYS)
    entries = []
    for start, player in enumerate(players, start=1):
        if player.club_id != competition.club_id:
            raise StepError(_("%(player)s is not a player of this club."), player=player)
        key = key_for(str(player.parts), keys)
        keys.add(key)
        entries.append(
            Entry(
                competition=competition,
                player=player,
                key=key,
                start=start,
                rating=ratings[player],
                guest=not player.is_member,
                group=groups.get(player.pk, ""),
            )
        )
        check_row(entries[-1])
    check_sizes(competition, entries)
    Entry.objects.bulk_create(entries)
    numbers = competition.rules.start_numbers
    if competition.awaits_draw():
        return None
    if numbers == "lot":
        seed = secrets.randbelow(10**9)
        apply_lots(competition, by_lot(competition, seed))
        return seed
    apply_numbers(new_numbers(competition))
    return None


@all_or_nothing
def change_competition(
    competition: Competition,
    *,
    name: str,
    slug: str,
    seeding: tuple[str, str] | None = None,
    season: Date | None = None,
    by: User | None,
    **values: Any,
) -> Competition:
    """Another name or address, after which links to the old address no longer work.

    Another rating list (`seeding`) is for players who enter from now on; the others keep their
    ratings. `season` is a day of the season that it is in. None leaves these two. `values` may be
    `sign_off_until`, `reserves_asked_ahead`, `results_by_players` and `counts_in`, as
    `Competition` has them.
    """
    with step_on(
        competition, "change_competition", holds_club=True, at_any_stage=True, by=by
    ) as step:
        now = step.competition
        before = _values(now, *_CHANGEABLE)
        if season is not None:
            now.season = season_on(now.club, season)
        now.name = unused_name(now.season, name, besides=now)
        if seeding is not None:
            now.seeding_list, now.seeding_tempo = seeding
        counts_in = values.get("counts_in", now.counts_in)
        if counts_in != now.counts_in:
            check_counts_in(now, counts_in)
        assign(now, values, _SET)
        now.slug = slug if slug == now.slug else check_slug(now.club, slug)
        check_texts(now)
        after = _values(now, *_CHANGEABLE)
        if step.note_change(before, after):
            now.save(update_fields=list(after))
        return now


@all_or_nothing
def change_options(
    competition: Competition,
    *,
    options: Mapping[str, object],
    since: int = 1,
    by: User | None,
) -> None:
    """Other options of the system, as documents write them, from evening `since` on.

    Standings of earlier evenings stay as they were published; with `since` 1 all standings change.
    """
    with step_on(competition, "change_options", by=by) as step:
        now = step.competition
        before, rules, earlier = now.options, now.rules, now.earlier_options
        now.options = written_options(now.system, options)
        if now.options == before and (since > 1 or not earlier):
            return
        options_must_stay(now, rules, now.rules)
        check_size(now, how_many_count(now))
        now.earlier_options = _held_until(since - 1, earlier, before)
        now.save(update_fields=["options", "earlier_options"])
        from_when = {"since": since} if now.earlier_options else {}
        step.note(before=flat(before), after=flat(now.options) | from_when)
        renew_proposal(step)


def _held_until(
    last: int, earlier: Iterable[tuple[int, dict[str, Any]]], options: dict[str, Any]
) -> list[list[Any]]:
    """The earlier options, each with its last evening, when others hold after evening `last`."""
    held: list[list[Any]] = []
    for until, held_then in (*earlier, (last, options)):
        if not held or held[-1][0] < last:
            held.append([min(until, last), held_then])
    return held if last else []


@all_or_nothing
def remove_competition(competition: Competition, *, by: User | None) -> None:
    """Delete everything of a competition except the trail; only its document can restore it."""
    with step_on(
        competition, "remove_competition", holds_club=True, at_any_stage=True, by=by
    ) as step:
        now = step.competition
        facts = {"competition": now.name, "number": now.pk, "audience": now.audience}
        facts |= counts_of(now) | {"coming": cancelled_with(now)}
        write_trail(now.club, "remove_competition", by=by, facts=facts, before=_as_json(now))
        # Games protect their players and evenings their tempos, so evenings are deleted first.
        Evening.objects.filter(competition=now).delete()
        now.delete()


def cancelled_with(competition: Competition) -> list[dict[str, Any]]:
    """What calendar programs need to cancel the evenings to come, when the competition goes."""
    changes = Count("trail", filter=Q(trail__action="change_evening"))
    evenings = competition.evenings.filter(date__gte=timezone.localdate()).order_by("number")
    known = evenings.annotate(changes=changes).values_list("serial", "date", "starts_at", "changes")
    return [
        {"serial": serial, "date": str(date), "starts_at": at and f"{at:%H:%M}", "changes": count}
        for serial, date, at, count in known
    ]


def counts_of(competition: Competition) -> dict[str, int]:
    """The players, evenings and games that are lost with a competition."""
    return {
        "players": competition.entries.count(),
        "evenings": competition.evenings.count(),
        "games": Game.objects.filter(round__evening__competition=competition).count(),
    }


def written_options(system: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Options as they are stored: those that differ from the default. StepError for a bad one."""
    try:
        return dict(options_to_document(make_rules(get_system(system), options)))
    except BadOptions as error:
        raise StepError(sentences.error(error)) from error


def check_slug(club: Club, slug: str) -> str:
    """The address, which no other competition of the club has and the site does not use."""
    is_taken = _("The club already has a competition at the address “%(slug)s”.")
    return checked_slug(slug, CLUB_WORDS, club.competitions.all(), is_taken)


def _as_json(competition: Competition) -> dict[str, Any]:
    """What the trail keeps of a competition."""
    return _values(competition, "name", "slug", "season", "game", "system", "options")


def _values(competition: Competition, *names: str) -> dict[str, Any]:
    def written(value: Any) -> Any:
        if isinstance(value, Time):
            return value.isoformat("minutes")
        return str(value) if isinstance(value, Season | Competition) else value

    return {name: written(getattr(competition, name)) for name in names}


@all_or_nothing
def add_tempo(competition: Competition, *, key: str, by: User | None, **values: Any) -> Tempo:
    """Another tempo; `values` as in `start_competition`."""
    with step_on(competition, "add_tempo", by=by) as step:
        now = step.competition
        if not now.abilities.uses_tempos:
            raise StepError(_("Under this system a competition has one tempo."))
        if now.tempos.filter(key=key).exists():
            raise StepError(_("There is already a tempo with the short name “%(key)s”."), key=key)
        tempo = checked_tempo(Tempo(competition=now), key=key, **values)
        tempo.save()
        step.note(facts={"tempo": str(tempo)}, after=tempo_as_json(tempo))
        return tempo


@all_or_nothing
def change_tempo(tempo: Tempo, *, by: User | None, **values: Any) -> Tempo:
    """Another name or other numbers of a tempo; its short name stays."""
    with step_on(tempo.competition, "change_tempo", by=by) as step:
        now = tempo_now(step, tempo)
        before = tempo_as_json(now)
        checked_tempo(now, **{**values, "key": now.key})
        if step.note_change(before, tempo_as_json(now), facts={"tempo": str(now)}):
            now.save()
            renew_proposal(step)
        return now


@all_or_nothing
def remove_tempo(tempo: Tempo, *, by: User | None) -> None:
    """Remove a tempo that no evening has."""
    with step_on(tempo.competition, "remove_tempo", by=by) as step:
        now = tempo_now(step, tempo)
        if now.evenings.exists():
            words = _("There are evenings with the tempo %(tempo)s. Give them another tempo first.")
            raise StepError(words, tempo=now)
        must_have_no_prizes(Prize.objects.filter(tempo=now), now)
        if step.competition.tempos.count() == 1:
            raise StepError(_("A competition needs at least one tempo."))
        before = tempo_as_json(now)
        now.delete()
        step.note(facts={"tempo": str(now)}, before=before)


def checked_tempo(tempo: Tempo, **values: Any) -> Tempo:
    """The tempo with these values. StepError when one is impossible."""
    known = {"key", "name", "weight", *rules.TEMPO_NUMBERS, *rules.PACE}
    if unknown := values.keys() - known:
        raise TypeError(f"a tempo has no {', '.join(unknown)}")
    for name, value in values.items():
        setattr(tempo, name, value)
    tempo.name, tempo.weight = tempo.name.strip(), _weight(tempo.weight)
    check_texts(tempo)
    check_row(tempo)
    return tempo


def _weight(written: object) -> str:
    """A weight as it is stored, if it is a number."""
    try:
        return str(Fraction(str(written)))
    except (ValueError, ZeroDivisionError):
        return str(written)


def tempo_as_json(tempo: Tempo) -> dict[str, Any]:
    """What the trail keeps of a tempo."""
    names = ("key", "name", *rules.TEMPO_NUMBERS, "weight", *rules.PACE)
    return {name: getattr(tempo, name) for name in names}
