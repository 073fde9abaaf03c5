"""A player's games that a federation may get, as the player's own page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubcomp.flow.documents.consents import (
    Withheld,
    own_answers,
    own_games,
    sent_games,
    sent_key,
)
from clubcomp.models import Entry, Game, Player, SentReport
from clubcomp.words.values import Few, as_date, day, few, page_result, seated
from pairing.formats.reported_games import ReportedGame
from pairing.sentences.words import listed

#: How many games are asked about, and how many of the games sent are listed.
ASKED, SENT = 60, 20


@dataclass(frozen=True, slots=True)
class OwnConsents:
    """A player's answers, and the games that they are about.

    `always` is the answer for all games, "" for none. `open_games` have been sent nowhere yet; each
    comes with its words and the player's answer. `sent` are the words of games that have been sent,
    and `unanswered` is the number of games that wait for an answer.
    """

    always: str
    open_games: Few[tuple[Game, str, str]]
    sent: Few[str]
    unanswered: int


def own_consents(player: Player) -> OwnConsents:
    """The player's games in competitions that are not archived, the last first."""
    answers, games = own_answers(player), own_games(player)
    sent = sent_games({game.round.evening.competition for game in games}) if games else {}
    open_games = [game for game in games if sent_key(game) not in sent]
    answer_to = {game.pk: answers.explicit(player.pk, game.pk) for game in open_games}
    always = answers.explicit(player.pk)
    return OwnConsents(
        always=always,
        open_games=few(open_games, ASKED).made(
            lambda game: (game, _words(game), answer_to[game.pk])
        ),
        sent=few([game for game in games if sent_key(game) in sent], SENT).made(
            lambda game: _sent_words(game, [report.target for report in sent[sent_key(game)]])
        ),
        unanswered=0 if always else sum(not answer for answer in answer_to.values()),
    )


def _words(game: Game) -> str:
    of = game.round.evening.competition
    when = day(game.played_on or game.round.evening.date, "short") or _("without a date")
    words = _("%(white)s – %(black)s %(result)s, %(day)s, %(competition)s")
    facts = {"white": game.white, "black": game.black, "result": page_result(game.result, of.game)}
    return words % {**facts, "day": when, "competition": of}


def _sent_words(game: Game, targets: list[str]) -> str:
    labels = dict(SentReport.Target.choices)
    names = listed(dict.fromkeys(str(labels[target]) for target in targets))
    return _("%(game)s: %(targets)s") % {"game": _words(game), "targets": names}


def withheld_words(game: ReportedGame, why: Withheld) -> str:
    """Why a game is not in a report: "Anna – Bert, 7 September: waits for consent of Bert"."""
    reasons = []
    if why.waits_for:
        reasons.append(_("waits for consent of %(who)s") % {"who": listed(why.waits_for)})
    if why.refused_by:
        reasons.append(_("%(who)s said no") % {"who": listed(why.refused_by)})
    words = ", ".join(filter(None, (seated(why.seated), day(as_date(game.day), "short"))))
    return _("%(game)s: %(why)s") % {"game": words, "why": "; ".join(reasons)}


def silent_words(silent: Sequence[tuple[Entry, int]]) -> str:
    """The players who have not answered, and for how many games: "Anna (3), Bert (1)"."""
    return ", ".join(f"{entry} ({count})" for entry, count in silent)
