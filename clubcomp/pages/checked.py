"""An arbiter's letter: was each round of a report paired by the book, and do its places follow?"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from clubcomp import __version__
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.pairings.turns import is_too_much, replayed_in_passing
from pairing.core.replay import Replay, is_of_before
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.trf_places import Places, WrongPlace, places_in
from pairing.registry import get_system
from pairing.sentences import Sentences
from pairing.sentences.articles import system_name


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """The outcome of pairing a round again.

    `verdict`: "same", "differs", "other" (more than half of the boards: another system paired it),
    "cannot" (the system finds no pairing, `failure` says why) or "much" (too much work). `played`
    are boards that only the file has, `paired` the boards that the system makes instead; a bye has
    one player.
    """

    number: int
    boards: int
    verdict: str
    played: tuple[tuple[str, ...], ...] = ()
    paired: tuple[tuple[str, ...], ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class PlaceInFile:
    """A player whose place in the file does not follow from the results."""

    player: str
    place: WrongPlace


@dataclass(frozen=True, slots=True)
class CheckLetter:
    """The whole letter. Anyone who checks the same file with the same version gets the same `seal`.

    `left` is the number of rounds not checked, `other_places` are places that do not follow.
    """

    competition: str
    system: str
    players: int
    rounds: tuple[CheckedRound, ...]
    left: int
    places: Places
    other_places: tuple[PlaceInFile, ...]
    digest: str
    made_at: datetime
    #: The day from which these rules are applied, if the file is older.
    applied_from: date | None = None
    version: str = __version__

    @property
    def is_good(self) -> bool:
        """Whether every round was checked and paired by the book, and every place follows."""
        all_same = all(checked.verdict == "same" for checked in self.rounds)
        return bool(self.rounds) and all_same and not self.left and not self.other_places

    @property
    def tie_breaks(self) -> str:
        """What the places were compared by, in FIDE's codes."""
        return ", ".join(("PTS", *self.places.tie_breaks))

    @property
    def cut_digest(self) -> str:
        """The digest in groups, so that a line can end between them."""
        return _in_groups(self.digest, 8, len(self.digest))

    @property
    def seal(self) -> str:
        """The verdict on this file as a few letters."""
        verdicts = [(row.number, row.verdict, row.played, row.paired) for row in self.rounds]
        sealed = (self.digest, self.system, self.version, verdicts, self.left, self.other_places)
        return _in_groups(hashlib.sha256(repr(sealed).encode()).hexdigest(), 4, 16)


def _in_groups(digest: str, size: int, length: int) -> str:
    """The beginning of a digest in groups of so many letters."""
    return " ".join(digest[at : at + size] for at in range(0, length, size))


def letter_on(incoming: Incoming) -> CheckLetter:
    """The letter on a report. Raises PairingBusy."""
    snapshot = incoming.snapshot
    replayed = replayed_in_passing(snapshot)
    names = {player.id: player.name for player in snapshot.players}
    say = Sentences(snapshot.system, names.__getitem__, snapshot.game)
    rounds = tuple(_checked(played, names, say) for played in replayed)
    day = get_system(snapshot.system).applied_from
    is_whole = bool(rounds) and rounds[-1].verdict not in ("other", "much")
    places = places_in(incoming.data, snapshot) if is_whole else Places()
    return CheckLetter(
        competition=snapshot.name,
        system=system_name(snapshot.system),
        players=len(snapshot.players),
        rounds=rounds,
        left=_recorded(snapshot) - len(rounds),
        places=places,
        other_places=tuple(PlaceInFile(names[place.player], place) for place in places.wrong),
        digest=hashlib.sha256(incoming.data).hexdigest(),
        made_at=timezone.now(),
        applied_from=date.fromisoformat(day) if is_of_before(snapshot, day) else None,
    )


def _recorded(snapshot: Snapshot) -> int:
    return sum(1 for _recorded in snapshot.record())


def _checked(played: Replay, names: dict[PlayerId, str], say: Sentences) -> CheckedRound:
    boards = len(played.recorded.round.games)
    if is_too_much(played):
        return CheckedRound(played.number, boards, "much")
    if played.failure is not None:
        return CheckedRound(played.number, boards, "cannot", failure=say.failure(played.failure))
    if not played.differs:
        return CheckedRound(played.number, boards, "same")
    return CheckedRound(
        played.number,
        boards,
        "other" if played.is_of_another_system else "differs",
        tuple(_seats(played, names, is_played=True)),
        tuple(_seats(played, names, is_played=False)),
    )


def _seats(
    played: Replay, names: dict[PlayerId, str], *, is_played: bool
) -> Iterator[tuple[str, ...]]:
    """The boards of the file alone or of the system alone, White first; and a bye that differs."""
    for pair in played.played_only if is_played else played.proposed_only:
        yield names[pair.white], names[pair.black]
    if played.has_other_bye:
        byes = played.recorded.round.byes if is_played else played.proposal.byes
        yield from ((names[bye],) for bye in byes)
