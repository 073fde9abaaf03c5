"""Which games may go to a federation, where the club asks its players? Step: say consent.

A player says yes or no to one game, or to every game about which they say nothing else. A game goes
once both players have said yes. A game that was in a report stays in later ones for the same
federation, and the answer about a game that went out is not taken back.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Competition, Consent, Doer, Entry, Game, Player, SentReport
from clubcomp.models.rounds import GameQuerySet
from pairing.core.types import Result
from pairing.formats.reported_games import GameKey

#: The answers, as forms and the log have them; "" is no answer.
YES, NO, NOTHING = "yes", "no", ""


@dataclass(frozen=True, slots=True)
class Withheld:
    """Why a game stays out: the players (White first) who have not answered, or said no."""

    seated: Sequence[Entry]
    waits_for: Sequence[Entry]
    refused_by: Sequence[Entry]


class Sent(NamedTuple):
    """A report that had a game: its federation, and when it was made."""

    target: str
    at: datetime


def players_digest(keys: Iterable[str]) -> str:
    """Both players of a game as the record of a report has them, without names."""
    return hashlib.sha256("\0".join(keys).encode()).hexdigest()[:12]


def reportable(competitions: Iterable[Competition]) -> GameQuerySet:
    """The finished games of competitions, except those that another competition reports."""
    of = "round__evening__competition"
    games = Game.objects.filter(**{f"{of}__in": competitions}, counted_from=None)
    finished = games.exclude(result=Result.UNFINISHED.value).with_round()
    return finished.select_related("round__evening", "white__player", "black__player")


def sent_games(competitions: Iterable[Competition]) -> dict[tuple[int, str, str], list[Sent]]:
    """The reports that had each game: by competition, its key there, and its players. One query."""
    sent: dict[tuple[int, str, str], list[Sent]] = defaultdict(list)
    reports = SentReport.objects.filter(competition__in=competitions).order_by("pk")
    rows = reports.values_list("competition", "target", "made_at", "games")
    for competition, target, at, games in rows:
        for key, reported in games.items():
            players = reported.split()[-2]
            sent[competition, key, players].append(Sent(target, at))
    return sent


def sent_key(game: Game) -> tuple[int, str, str]:
    """The key of a game in `sent_games`."""
    key = ".".join(map(str, key_of(game)))
    return game.round.evening.competition_id, key, players_digest(seat.key for seat in game.seated)


def key_of(game: Game) -> GameKey:
    """The numbers by which a report knows a game."""
    return game.round.evening.number, game.round.number, game.board


def withheld_of(competition: Competition, target: str) -> dict[GameKey, Withheld]:
    """The games that stay out of a report for `target`; none where the club asks nobody."""
    if not competition.club.asks_consent:
        return {}
    sent, withheld = sent_games([competition]), {}
    games = list(reportable([competition]))
    answers = _answers_of(seat.player_id for game in games for seat in game.seated)
    for game in games:
        by_seat = {seat: answers.of(seat.player_id, game.pk) for seat in game.seated}
        is_sent = any(report.target == target for report in sent.get(sent_key(game), ()))
        if is_sent or all(answer == YES for answer in by_seat.values()):
            continue
        waits_for = [seat for seat, answer in by_seat.items() if answer == NOTHING]
        refused_by = [seat for seat, answer in by_seat.items() if answer == NO]
        withheld[key_of(game)] = Withheld(game.seated, waits_for, refused_by)
    return withheld


class Answers:
    """The answers of players: about one game, or about every one."""

    def __init__(self, rows: Iterable[Consent]):
        self._answers = {(row.player_id, row.game_id): YES if row.is_given else NO for row in rows}

    def of(self, player: int, game: int) -> str:
        """Whether a player agrees to a game: YES, NO or NOTHING."""
        return self.explicit(player, game) or self.explicit(player)

    def explicit(self, player: int, game: int | None = None) -> str:
        """The answer about this game alone, or about every game (None); NOTHING for none."""
        return self._answers.get((player, game), NOTHING)


def _answers_of(players: Iterable[int]) -> Answers:
    return Answers(Consent.objects.filter(player__in=set(players)))


def own_answers(player: Player) -> Answers:
    """The answers of one player."""
    return _answers_of([player.pk])


def own_games(player: Player) -> list[Game]:
    """The games of a player that can be reported, the last first; none of archived competitions."""
    entered = Competition.objects.filter(entries__player=player)
    running = entered.exclude(stage=Competition.Stage.ARCHIVED)
    own = reportable(running).filter(Q(white__player=player) | Q(black__player=player))
    own = own.select_related("round__evening__competition", "white__player", "black__player")
    return list(own.order_by("-round__evening__date", "-pk"))


@all_or_nothing
def say_consent(
    player: Player, *, always: str | None = None, games: Mapping[int, str], by: Doer
) -> None:
    """Say yes, no or nothing to `games`, by their primary key, and to all others (`always`).

    `always` None leaves that answer. StepError for a game that is not the player's, or went to a
    federation already.
    """
    with club_held(player.club) as club:
        player = player_now(club, player)
        answers = own_answers(player)
        if always is not None and (before := answers.explicit(player.pk)) != always:
            _keep(player, None, always)
            _note(player, {}, before, always, by)
        changed = {
            pk: answer for pk, answer in games.items() if answers.explicit(player.pk, pk) != answer
        }
        own = {game.pk: game for game in own_games(player) if game.pk in changed}
        competitions = {game.round.evening.competition for game in own.values()}
        sent = sent_games(competitions) if own else {}
        for pk, answer in changed.items():
            if (game := own.get(pk)) is None:
                raise StepError(_("You do not play this game, or it has no result now."))
            if sent_key(game) in sent:
                words = _("%(white)s – %(black)s was reported already: that is not taken back.")
                raise StepError(words, white=game.white, black=game.black)
            _keep(player, game, answer)
            facts = {"white": str(game.white), "black": str(game.black)}
            facts["of"] = str(game.round.evening.competition)
            _note(player, facts, answers.explicit(player.pk, pk), answer, by)


def _keep(player: Player, game: Game | None, answer: str) -> None:
    rows = Consent.objects.filter(player=player, game=game)
    if answer == NOTHING:
        rows.delete()
    else:
        Consent.objects.update_or_create(
            player=player, game=game, defaults={"is_given": answer == YES}
        )


def _note(player: Player, facts: dict[str, str], before: str, after: str, by: Doer) -> None:
    write_trail(
        player.club,
        "say_consent",
        by=by,
        facts={"player": str(player), **facts},
        before={"consent": before},
        after={"consent": after},
    )
