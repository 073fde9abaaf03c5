"""Why this game, with these colours? Why is this player free?"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubcomp.flow.reasons import reasons_of_bye, reasons_of_game
from clubcomp.flow.standings import entries_by_key
from clubcomp.models import Entry, Game, Membership, Role, Round
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.progress import bye_row
from clubcomp.views.rounds import round_or_404
from clubcomp.views.visitor import visitor_of
from pairing.core.types import Reason
from pairing.sentences import Teller

NEARER = "nearer"


@dataclass(frozen=True)
class Article:
    """An article of a system's regulation: its anchor on that page, and its title."""

    system: str
    anchor: str
    title: str


@dataclass(frozen=True)
class Answer:
    """The answer to one question: at most a few sentences, and the articles behind them."""

    sentences: list[str]
    articles: list[Article]


@dataclass(frozen=True)
class Candidate:
    """Somebody who stood nearer to a player than his opponent does, and why not him."""

    entry: Entry
    place: int
    why: str


@dataclass(frozen=True)
class Others:
    """Those who stood nearer to one player; `more` were left out."""

    player: Entry
    candidates: list[Candidate]
    more: int


@club_page(Action.SEE)
@not_modified_by_version
def this_pairing(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """Why these two, why now, why these colours, and why nobody else."""
    round_ = round_or_404(request, number)
    games = Game.objects.select_related("white__player", "black__player")
    game = get_object_or_404(games, round=round_, board=board)
    game.round = round_
    reasons = reasons_of_game(request.competition, game)
    entries = entries_by_key(request.competition)
    tell = _teller(request, round_, entries)
    others = _others(tell, reasons, entries)
    visitor = visitor_of(request)
    places = _facts(reasons, "places")
    opponent = {game.white: game.black, game.black: game.white}.get(visitor.entry)
    context = {
        "game": game,
        "answers": _answers(tell, reasons),
        "others": others,
        "nobody_nearer": not any(one.candidates for one in others),
        "white_place": places.get("white_place"),
        "black_place": places.get("black_place"),
        "opponent": opponent,
        "is_white": visitor.entry == game.white,
        "visitor": visitor,
        **_shared(request, round_, reasons),
    }
    return visitor.remember(request, render(request, "why/pairing.html", context))


@club_page(Action.SEE)
@not_modified_by_version
def this_bye(request: HttpRequest, *, number: int) -> HttpResponse:
    """Why this player has no opponent in a game."""
    round_ = round_or_404(request, number)
    row = bye_row(round_)
    if row is None:
        raise Http404
    row.round = round_
    reasons = reasons_of_bye(request.competition, row)
    tell = _teller(request, round_, entries_by_key(request.competition))
    context = {
        "free": row.entry,
        "answer": answer_of(tell, reasons),
        **_shared(request, round_, reasons),
    }
    return render(request, "why/bye.html", context)


def _shared(request: HttpRequest, round_: Round, reasons: Iterable[Reason]) -> dict[str, Any]:
    """What both pages say: which game, whether the reasons are known, whom to ask."""
    leaders = Membership.objects.filter(club=request.club, role=Role.LEADER)
    return {
        "section": "tonight" if request.evening.is_open else "calendar",
        "evening": request.evening,
        "round": round_,
        "system": _system_of(request, round_),
        "is_known": bool(reasons),
        "is_imported": round_.paired_by == Round.PairedBy.ELSEWHERE,
        "is_by_hand": round_.paired_by == Round.PairedBy.HAND,
        "leaders": [str(one.user) for one in leaders.select_related("user").order_by("pk")],
    }


def _system_of(request: HttpRequest, round_: Round) -> str:
    """The key of the system that the round was paired by."""
    return str(round_.system or request.competition.system)


def _teller(request: HttpRequest, round_: Round, entries: Mapping[str, Entry]) -> Teller:
    """Says the reasons of the system that the round was paired by."""
    tempos = {tempo.key: str(tempo) for tempo in request.competition.tempos.all()}
    return Teller(
        _system_of(request, round_),
        lambda key: str(entries[key]) if key in entries else key,
        lambda key: tempos.get(key, key),
    )


def _answers(tell: Teller, reasons: Iterable[Reason]) -> dict[str, Answer]:
    """The answers by question (`pairing.sentences.topics`); those without a reason are left out."""
    by_topic: dict[str, list[Reason]] = {}
    for reason in reasons:
        by_topic.setdefault(tell.topic(reason), []).append(reason)
    told: set[str] = set()
    answers = {}
    for topic, found in by_topic.items():
        if topic != NEARER:
            answers[topic] = answer_of(tell, found, told)
            told |= {reason.article for reason in found}
    return answers


def answer_of(tell: Teller, reasons: Iterable[Reason], told: Container[str] = ()) -> Answer:
    """What reasons say; `told` are articles that the page has a link to already."""
    articles = dict.fromkeys(reason.article for reason in reasons if reason.article not in told)
    return Answer(
        [tell.say(reason) for reason in reasons],
        [Article(tell.system, article, tell.article(article)) for article in articles],
    )


def _others(tell: Teller, reasons: Iterable[Reason], entries: Mapping[str, Entry]) -> list[Others]:
    """For each of the two those who stood nearer, with one reason each."""
    found = []
    for reason in reasons:
        if tell.topic(reason) != NEARER:
            continue
        facts: Any = reason.facts
        candidates = [
            Candidate(entries[one["player"]], one["place"], tell.candidate(one))
            for one in facts["candidates"]
            if one["player"] in entries
        ]
        found.append(Others(entries[facts["player"]], candidates, facts.get("more", 0)))
    return found


def _facts(reasons: Iterable[Reason], code: str) -> Mapping[str, Any]:
    """The facts of the first reason with this code."""
    return next((reason.facts for reason in reasons if reason.code == code), {})
