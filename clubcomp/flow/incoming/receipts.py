"""What did an import bring, and how is it taken back, as long as nothing was played on it?

Members who came with the file go too, unless somebody changed or used them since; what was filled
in for others is emptied where it is still as it came.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.db.models import Model, prefetch_related_objects
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import remove_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.incoming.players import Brought
from clubcomp.flow.people.identities import numbers_of, ratings_of, update_suffixes
from clubcomp.flow.people.members import FIELDS
from clubcomp.flow.step import all_or_nothing, raise_versions, step_on, write_trail
from clubcomp.models import Competition, Entry, Identity, Player, Rating, Receipt, TrailEntry, User
from pairing.core import types
from pairing.formats.errors import TrfWarning
from pairing.sections import flat

#: Remarks that are kept; of a larger file the receipt says how many more there were.
MOST = 1000
#: Steps by which something is played on a competition.
PLAYING = """publish_round publish_next add_board play_ahead add_past_evenings record_result
    clear_result correct_result claim_result let_count put_off date_game drop_out""".split()


def held_by(snapshot: types.Snapshot) -> dict[str, int]:
    """How many players, rounds, games and so on a competition holds, by word."""
    rounds = [recorded.round for recorded in snapshot.record()]
    games = [game for round_ in rounds for game in round_.games]
    kinds = [kind for round_ in rounds for kind in round_.unplayed.values()]
    byes = sum(kind.is_bye for kind in kinds)
    return {
        "players": len(snapshot.players),
        "ratings": sum(bool(player.rating) for player in snapshot.players),
        "groups": len({player.group for player in snapshot.players if player.group}),
        "evenings": len(snapshot.evenings),
        "rounds": len(rounds),
        "games": len(games),
        "forfeits": sum(game.result.is_forfeit for game in games),
        "open": sum(not game.result.is_finished for game in games),
        "byes": byes,
        "absences": len(kinds) - byes,
        "settings": len(settings_in(snapshot.options)),
    }


def settings_in(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a file gives, each by its whole name."""
    return flat(options)


def keep_receipt(
    competition: Competition, incoming: Incoming, brought: Brought, importer: User | None
) -> Receipt:
    """Keep what an import brought, in its transaction.

    If one of its people was forgotten, nothing is kept that the file says about people.
    """
    is_of_former = any(player.is_forgotten for player in brought.players.values())
    warnings = () if is_of_former else incoming.warnings
    prefetch_related_objects(brought.new, "identities", "ratings")
    return Receipt.objects.create(
        competition=competition,
        by=importer,
        kind=incoming.kind,
        table="" if is_of_former else incoming.table,
        held=held_by(incoming.snapshot) | {"remarks": len(warnings)},
        remarks=[asdict(warning) for warning in warnings[:MOST]],
        brought={
            "new": [[player.pk, _digest(player)] for player in brought.new],
            "filled": [
                [player.pk, {name: str(value) for name, value in gaps.items()}]
                for player, gaps in brought.filled
            ],
            "numbers": [[row.player_id, row.issuer, row.number] for row in brought.numbers],
            "ratings": [[row.player_id, *_rating(row)] for row in brought.ratings],
        },
    )


def table_that_came(competition: Competition) -> str:
    """The table that the imported file showed, as text; "" where it showed none."""
    tables = Receipt.objects.filter(competition=competition).values_list("table", flat=True)
    return tables.first() or ""


def remarks_in(receipt: Receipt) -> list[TrfWarning]:
    """What was left out, or is different here."""
    return [TrfWarning(**remark) for remark in receipt.remarks]


def new_members(receipt: Receipt) -> list[Player]:
    """The players who came with the file and are still there."""
    keys = [pk for pk, _digest in receipt.brought["new"]]
    return list(Player.objects.filter(pk__in=keys).prefetch_related("identities", "ratings"))


def who_stays(receipt: Receipt, members: Iterable[Player]) -> list[Player]:
    """The players who came with the file, but were changed since or used elsewhere."""
    members = list(members)
    digests = dict(receipt.brought["new"])
    used = {pk for rows in _used_elsewhere(receipt, members) for pk in rows}
    return [
        member for member in members if member.pk in used or _digest(member) != digests[member.pk]
    ]


def is_played_on(receipt: Receipt) -> bool:
    """Whether something was played on the competition since it came in."""
    lines = TrailEntry.objects.filter(competition=receipt.competition_id, at__gt=receipt.at)
    return lines.filter(action__in=PLAYING).exists()


@all_or_nothing
def undo_import(competition: Competition, *, by: User | None) -> int:
    """Take back all that an import brought; returns how many members went. StepError once it was
    played."""
    with step_on(competition, "undo_import", holds_club=True, by=by) as step:
        receipt = Receipt.objects.filter(competition=step.competition).first()
        if receipt is None:
            raise StepError(_("This competition was not brought in with a file."))
        if is_played_on(receipt):
            raise StepError(_("Something was played on it since, so it stays."))
        club, name = step.competition.club, step.competition.name
        members = new_members(receipt)
        staying = {player.pk for player in who_stays(receipt, members)}
        going = [player.pk for player in members if player.pk not in staying]
        remove_competition(step.competition, by=by)
        Player.objects.filter(pk__in=going).delete()
        changed = _empty_again(receipt)
        raise_versions(changed)
        update_suffixes(club)
        write_trail(club, "undo_import", by=by, facts={"competition": name, "members": len(going)})
    return len(going)


def _empty_again(receipt: Receipt) -> list[Player]:
    """Empty what the file filled in for players who were there before, where it is unchanged."""
    brought = receipt.brought
    for pk, issuer, number in brought["numbers"]:
        Identity.objects.filter(player=pk, issuer=issuer, number=number).delete()
    for pk, listed, tempo, date, value in brought["ratings"]:
        rows = Rating.objects.filter(player=pk, list=listed, tempo=tempo, date=date)
        rows.filter(value=value).delete()
    empty = {field.name: field.get_default() for field in Player._meta.concrete_fields}
    players = Player.objects.in_bulk([pk for pk, _values in brought["filled"]])
    for pk, values in brought["filled"]:
        if player := players.get(pk):
            still = [name for name, value in values.items() if str(getattr(player, name)) == value]
            for name in still:
                setattr(player, name, empty[name])
            player.save()
    return list(players.values())


def _used_elsewhere(receipt: Receipt, members: list[Player]) -> Iterable[set[int]]:
    """The players with rows in anything else than this competition, table by table."""
    for relation in Player._meta.related_objects:
        model: type[Model] | Any = relation.related_model
        if model in (Identity, Rating):
            continue
        rows = model._base_manager.filter(**{f"{relation.field.name}__in": members})
        if model is Entry:
            rows = rows.exclude(competition=receipt.competition_id)
        yield set(rows.values_list(relation.field.name, flat=True))


def _digest(player: Player) -> str:
    """A digest of the facts about a player, in no language."""
    facts = [getattr(player, name) for name in FIELDS]
    facts += [numbers_of(player), ratings_of(player)]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def _rating(row: Rating) -> tuple[str, str, str | None, int]:
    return row.list, row.tempo, row.date.isoformat() if row.date else None, row.value
