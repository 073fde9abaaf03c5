"""Why was a round paired as it was? It is paired again, and asked. Only reads.

A round paired here is paired again from the document stored with it. One that came in with a
document has none: it is paired again from what was known before it, which counts when it gives the
same pairing. Nothing is worked out before somebody asks, and answers are kept.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from django.core.cache import cache

from clubcomp.flow.pairings.proposal import digest, to_be_paired
from clubcomp.flow.pairings.turns import PairingBusy, explained_in_passing
from clubcomp.models import Competition, Evening, Game, Round
from clubcomp.record.snapshots import recorded_under
from pairing.core.explanation import Answer, Explanation
from pairing.core.replay import Replay, before
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import Pair, Problem, Proposal, RoundOnRecord, Snapshot
from pairing.formats.document import read_document
from pairing.registry import rules_of

Asked = TypeVar("Asked")


class NotKnown(Exception):
    """Why a round was paired so is not known. `why`: "elsewhere", "hand", "changed" or "busy"."""

    def __init__(self, why: str):
        super().__init__(why)
        self.why = why


class Corrected(NamedTuple):
    """A board of an earlier round that had another result or other colours at the time.

    `was_open`: it was not finished then, and the system counted it as a draw.
    """

    round: Round
    board: int
    players: frozenset[str]
    was_open: bool


def answer_to(round_: Round, question: Callable[[Explanation], Asked], *named: object) -> Asked:
    """The answer to a question about how a round was paired, cached under what it is `named`.

    NotKnown. The question must ask the explanation all it needs before it returns.
    """
    stored = round_.proposal and round_.published_at
    made = stored.timestamp() if stored else round_.evening.competition.version
    # After a name was replaced in the document, answers have other keys.
    key = f"why:{round_.pk}:{digest(made, round_.paired_digest, *named)}"
    # A pair, since None is an answer too.
    kept: tuple[Asked, str] | tuple[None, str] | None = cache.get(key)
    if kept is None:
        try:
            kept = _answer_now(round_, question), ""
        except PairingBusy:
            # Not kept: the answer comes when the page is next loaded.
            raise NotKnown("busy") from None
        except NotKnown as error:
            kept = None, error.why
        cache.set(key, kept)
    answer, unknown = kept
    if unknown:
        raise NotKnown(unknown)
    return cast("Asked", answer)


def _answer_now(round_: Round, question: Callable[[Explanation], Asked]) -> Asked:
    if round_.paired_by == Round.PairedBy.ELSEWHERE:
        raise NotKnown("elsewhere")
    snapshot, recorded = paired_from(round_)
    try:
        with explained_in_passing(snapshot) as explanation:
            if recorded and Replay(round_.number, recorded, explanation.proposal).differs:
                raise NotKnown("changed")
            return question(explanation)
    except (CannotPair, BadOptions):
        raise NotKnown("changed") from None


def paired_from(round_: Round) -> tuple[Snapshot, RoundOnRecord | None]:
    """What a round was paired from, and the round itself if it has no document of that."""
    text = round_.paired_from
    if text:
        return read_document(text), None
    if round_.paired_by == Round.PairedBy.HAND:
        raise NotKnown("hand")
    snapshot = recorded_under(round_.evening)
    recorded = snapshot.round_on_record(round_.evening.number, round_.number)
    return before(snapshot, recorded), recorded


def why_bye(evening: Evening, game: int) -> Answer | None:
    """Why the player who would get the bye if nobody else came gets it; None if not known.

    In a competition in groups: in the first group with a bye.
    """
    snapshot = to_be_paired(evening, game)
    if snapshot is None:
        return None
    try:
        with explained_in_passing(snapshot) as explanation:
            return explanation.bye_answer()
    except (CannotPair, PairingBusy):
        return None


def against_game(competition: Competition, game: Game) -> list[Problem]:
    """What the system's rules have against a pair that the leader made."""
    game.round.evening.competition = competition
    snapshot = recorded_under(game.round.evening)
    played = snapshot.round_on_record(game.round.evening.number, game.round.number)
    pair = Pair(game.white.key, game.black.key, fixed=game.fixed)
    return list(rules_of(snapshot).legality(before(snapshot, played), Proposal((pair,))))


def corrected_since(round_: Round) -> list[Corrected]:
    """The earlier boards that a round was paired without: open then, or corrected since. Cached."""
    competition = round_.evening.competition
    key = f"corrected:{round_.pk}:{competition.version}"
    return list(cache.get_or_set(key, lambda: _corrected_since(competition, round_)) or ())


def _corrected_since(competition: Competition, round_: Round) -> list[Corrected]:
    text = round_.paired_from
    if not text or not round_.is_on_record:
        return []
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    rounds = rounds.select_related("evening").order_by("evening__number", "number")
    games = Game.objects.filter(round__in=rounds).order_by("board")
    now: dict[int, list[tuple[int, str, str, str]]] = {}
    rows = games.values_list("round_id", "board", "white__key", "black__key", "result")
    for pk, board, white, black, result in rows:
        now.setdefault(pk, []).append((board, white, black, result))
    corrected = []
    # In order of play, since an evening without a round may have been removed meanwhile.
    for earlier, recorded in zip(rounds, read_document(text).record(), strict=False):
        earlier.evening.competition = competition
        then = {frozenset(game.players): game for game in recorded.round.games}
        for board, white, black, result in now.get(earlier.pk, ()):
            players = frozenset((white, black))
            known = then.get(players)
            if known is None:
                continue
            was_open = not known.result.is_finished
            is_other = (known.white, str(known.result)) != (white, result)
            if competition.abilities.open_is_draw if was_open else is_other:
                corrected.append(Corrected(earlier, board, players, was_open))
    return corrected
