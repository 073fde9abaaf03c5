"""Who plays in which group, and do points count along when a player changes to another one?

Before the first round a group is only a name. Later a change holds from the first evening without a
round; if it is taken back before then, only the trail shows it. Each change says whether the points
earned so far count along.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_row
from clubcomp.flow.competitions.start_order import check_size, check_snapshot
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposal import digest
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.flow.tables.promotion import changing_group, last_table
from clubcomp.models import Competition, Entry, GameAhead, Round, User
from clubcomp.record.snapshots import snapshot_of
from pairing import sentences
from pairing.core.beside_games import GroupMove
from pairing.core.system import BadOptions

NAME = re.compile(r"[A-Za-z0-9_.-]{1,20}", re.ASCII)
#: What counts along: "" is the choice that suits the system, then the points, or nothing.
POINTS, ANEW = "points", "anew"
FEWEST = 2
MOST = 26


def in_groups(order: Sequence[Entry], numbers: Sequence[int]) -> dict[str, str]:
    """Players in groups A, B, C, by key, the first in A.

    `numbers`: how many groups, as even as possible, larger ones first; or the sizes of several, of
    which the last takes the remaining players. StepError if there are too few players.
    """
    sizes = list(numbers)
    if len(sizes) == 1:
        size, longer = divmod(len(order), sizes[0])
        sizes = [size + (at < longer) for at in range(sizes[0])]
    elif (left := len(order) - sum(sizes)) > 0:
        sizes[-1] += left
    if min(sizes) < FEWEST or sum(sizes) > len(order) or len(sizes) > MOST:
        words = _(
            "%(players)s players do not fill these groups: each needs at least two. Make fewer"
            " groups, or smaller ones."
        )
        raise StepError(words, players=len(order))
    names = [chr(ord("A") + at) for at, size in enumerate(sizes) for _one in range(size)]
    return {entry.key: name for entry, name in zip(order, names, strict=True)}


def by_rating(competition: Competition) -> list[Entry]:
    """The players who have not left, the highest rating first, those without one last."""
    entries = competition.entries.filter(left=None).select_related("player")
    return sorted(entries, key=lambda entry: (-(entry.rating or 0), entry.player.order, entry.pk))


def by_table(competition: Competition) -> list[Entry]:
    """The players who have not left, in the order of the table."""
    return [line.entry for line in last_table(competition) if line.entry.left is None]


def promoted(competition: Competition) -> dict[str, str]:
    """Everybody's group by key, after the promotion by the table. Only reads."""
    lines = last_table(competition)
    changes = changing_group(competition, lines)
    return {line.entry.key: changes.get(line.entry.pk, line.entry.group) for line in lines}


def groups_digest(competition: Competition) -> str:
    """A digest of everybody's group; a page sends it back with its button. One query."""
    return digest(sorted(competition.entries.values_list("key", "group")))


def groups_as_json(competition: Competition) -> dict[str, dict[str, str]]:
    """What the trail keeps of the groups that a competition begins with; nothing without."""
    entries = competition.entries.exclude(group="").select_related("player")
    groups = {str(entry): entry.group for entry in entries}
    return {"groups": groups} if groups else {}


def last_evening(competition: Competition) -> int:
    """The number of the last evening with a round on record; 0 before the first."""
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    return max(rounds.values_list("evening__number", flat=True), default=0)


@all_or_nothing
def set_groups(
    competition: Competition,
    groups: Mapping[str, str],
    *,
    counts: str = "",
    goes_up: int | None = None,
    goes_down: int | None = None,
    seen: str | None = None,
    by: User | None,
) -> list[Entry]:
    """Put players, by key, in groups; the others stay. Returns the players who changed.

    `counts` says whether the points earned so far count along (`POINTS`), or not (`ANEW`); "" is
    what the system can do. `seen` is the `groups_digest` of what the page showed.
    """
    with step_on(competition, "set_groups", by=by) as step:
        now = step.competition
        if seen is not None and groups_digest(now) != seen:
            raise StepError(_("The groups changed meanwhile. Nothing was changed. Look again."))
        entries = list(now.entries.select_related("player").order_by("pk"))
        before, after = dict[str, str](), dict[str, str]()
        changed = []
        for entry in entries:
            wanted = _checked_name(entry, groups.get(entry.key, entry.group).strip())
            if wanted != entry.group:
                before[str(entry)], after[str(entry)] = entry.group or "–", wanted or "–"
                changed.append((entry, wanted))
        if changed:
            _change(now, changed, counts)
            check_sizes(now, entries)
            _check_ahead(now)
            check_snapshot(snapshot_of(now, with_proposal=False))
        numbers = now.goes_up, now.goes_down
        now.goes_up = now.goes_up if goes_up is None else goes_up
        now.goes_down = now.goes_down if goes_down is None else goes_down
        if changed or numbers != (now.goes_up, now.goes_down):
            now.save(update_fields=["goes_up", "goes_down"])
            facts = {"counts": counts, "goes_up": now.goes_up, "goes_down": now.goes_down}
            step.note(facts=facts, before={"groups": before}, after={"groups": after})
            renew_proposal(step)
        return [entry for entry, _wanted in changed]


def _checked_name(entry: Entry, name: str) -> str:
    if name and not NAME.fullmatch(name):
        words = _(
            "“%(group)s” is no name for a group (%(player)s): use up to 20 letters and digits"
            " without blanks, as A or B2."
        )
        raise StepError(words, group=name[:40], player=entry)
    return name


def _change(competition: Competition, changed: Sequence[tuple[Entry, str]], counts: str) -> None:
    """Write the groups; what was played stays in the group that it was played in."""
    begun, abilities = competition.has_begun(), competition.abilities
    if abilities.knocks_out:
        raise StepError(_("A cup has one bracket. Start a cup for each group instead."))
    if begun and abilities.schedule_is_fixed:
        words = _(
            "Round 1 has been paired, and with it the schedule of each group: nobody changes to"
            " another one any more. Who stops gets a last evening; put the others right"
            " in the next season."
        )
        raise StepError(words)
    can_keep = abilities.has_byes_on_request
    if begun and counts == POINTS and not can_keep:
        words = _(
            "Under this system points come from whom one met, and those are in another group."
            " Choose that they begin anew."
        )
        raise StepError(words)
    last, keeps = last_evening(competition), can_keep and counts != ANEW
    if begun and abilities.has_periods:
        # Only between two periods: from the first evening of the next one on.
        starts = competition.rules.options.periods.starts
        last = next((start - 1 for start in starts if start > last), last)
    for entry, wanted in changed:
        moves = [list(move) for move in entry.moves]
        if moves and moves[-1][1] == last:
            # Since that change no round was paired: this one is in its place.
            moves[-1][2] = keeps
            if moves[-1][0] == wanted:
                moves.pop()
        elif last >= entry.joined:
            moves.append([entry.group, last, keeps])
        entry.moves, entry.group = moves, wanted
        check_row(entry)
        _check_moves(competition, entry)
    Entry.objects.bulk_update([entry for entry, _wanted in changed], ["group", "moves"])


def _check_moves(competition: Competition, entry: Entry) -> None:
    try:
        for move in entry.moves:
            competition.rules.check_move(str(entry), GroupMove(*move))
    except BadOptions as error:
        raise StepError(sentences.error(error)) from error


def check_sizes(competition: Competition, entries: Sequence[Entry]) -> None:
    """StepError unless everybody who plays on has a group, or nobody, none is alone in it, and none
    is too large.
    """
    playing = [entry for entry in entries if entry.left is None]
    sizes = Counter(entry.group for entry in playing)
    check_size(competition, max(sizes.values(), default=0))
    if len(sizes) > 1 and sizes[""]:
        without = next(entry for entry in playing if not entry.group)
        raise StepError(
            _("%(player)s has no group. Give everybody a group, or nobody."), player=without
        )
    for entry in playing:
        if len(sizes) > 1 and sizes[entry.group] < FEWEST:
            words = _(
                "In group %(group)s would be %(player)s alone. A group needs two players: let"
                " somebody come along, or put %(player)s in another group."
            )
            raise StepError(words, group=entry.group, player=entry)


def _check_ahead(competition: Competition) -> None:
    """StepError when two who played a game ahead would be in different groups."""
    games = GameAhead.objects.filter(evening__competition=competition)
    for game in games.select_related("evening", "white__player", "black__player"):
        if not game.white.plays_with(game.black, game.evening):
            words = _(
                "%(white)s and %(black)s have played a game ahead, so they stay in one group."
                " Take that game back first."
            )
            raise StepError(words, white=game.white, black=game.black)
