"""How do evenings that were played before the club used this program come into a competition?

They are written as they were played, after everything that was played here, and closed: nobody is
paired again and nobody gets a message.
"""

from collections import Counter
from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.entries import change_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import must_be_playable, plan_evenings
from clubcomp.flow.incoming.past_games import PastEvening, PastGame, PastGames, read_past_games
from clubcomp.flow.pairings.adding import must_be_a_pair
from clubcomp.flow.pairings.ahead import must_be_in_a_pairing
from clubcomp.flow.rounds import number_rounds
from clubcomp.flow.rows_now import tempo_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Entry, Evening, Game, Round, Tempo, Unpaired, User
from clubcomp.record.snapshots import whole_snapshot
from pairing import sentences
from pairing.core.types import Snapshot
from pairing.core.unplayed import LEFT, NOT_YET, Unplayed
from pairing.formats.document import DocumentError, read_document, write_document
from pairing.registry import get_system


@all_or_nothing
def add_past_evenings(
    tempo: Tempo, text: str, meanings: Mapping[str, str] | None = None, *, by: User | None
) -> PastGames:
    """Write the games of a text as evenings that were played; all of them or none.

    An evening that the calendar does not have yet is put in it. Players who are not named were away
    with notice. StepError if a line is not understood, or the system refuses the whole.
    """
    with step_on(tempo.competition, "add_past_evenings", by=by) as step:
        tempo = tempo_now(step, tempo)
        if step.competition.abilities.schedule_is_fixed:
            raise StepError(_("Who plays whom follows from the schedule here: enter the results."))
        past = read_past_games(tempo, text, meanings)
        if past.broken:
            raise StepError(past.broken[0].problem)
        planned = [
            {"tempo": tempo, "date": played.date, "games": len(played.rounds)}
            for played in past.evenings
            if played.evening is None
        ]
        plan_evenings(step.competition, planned, by=by)
        for played in past.evenings:
            _write(step, played, tempo)
        number_rounds(step.competition)
        for line, number in _first_and_last(past, tempo).items():
            change_entry(line.players[0], **number, by=by)
        snapshot = whole_snapshot(step.competition)
        _check_first_meetings(past, snapshot)
        try:
            read_document(write_document(snapshot))
        except DocumentError as error:
            raise StepError(sentences.error(error)) from error
        return past


def _write(step: Step, past: PastEvening, tempo: Tempo) -> None:
    """Write the rounds of one evening, and close it."""
    evening = _evening_of(past, tempo)
    must_be_playable(evening)
    must_be_in_a_pairing(evening)
    for number, (_written, lines) in enumerate(sorted(past.rounds.items()), start=1):
        status, elsewhere = Round.Status.FINISHED, Round.PairedBy.ELSEWHERE
        round_ = Round.objects.create(
            evening=evening, number=number, status=status, paired_by=elsewhere
        )
        _write_round(round_, lines)
    evening.attendance.all().delete()  # what was expected of it before
    evening.games = max(evening.games, len(past.rounds))
    evening.status, evening.closed_at = Evening.Status.CLOSED, timezone.now()
    evening.save()
    games = sum(line.result is not None for line in past.lines)
    step.note(evening=evening, facts={"evening": evening.number, "boards": games})


def _first_and_last(past: PastGames, tempo: Tempo) -> dict[PastGame, dict[str, int]]:
    """The first or last evening of the players who, by the text, came later or left."""
    changes: dict[tuple[Entry, str], tuple[PastGame, int]] = {}
    for played in past.evenings:
        lines = [line for line in played.lines if line.kind in (LEFT, NOT_YET)]
        if not lines:
            continue
        number = _evening_of(played, tempo).number
        for line in lines:
            if line.kind == NOT_YET:
                changes[line.players[0], "joined"] = line, number + 1
            else:
                changes.setdefault((line.players[0], "left"), (line, number - 1))
    return {line: {name: number} for (_entry, name), (line, number) in changes.items()}


def _evening_of(past: PastEvening, tempo: Tempo) -> Evening:
    same = {"pk": past.evening.pk} if past.evening else {"date": past.date, "tempo": tempo}
    return tempo.competition.evenings.get(**same)


def _write_round(round_: Round, lines: list[PastGame]) -> None:
    evening = round_.evening
    # As they are now: an evening put before others moves the first evening of players who came
    # later.
    now = evening.competition.entries.select_related("player")
    entries = {entry: entry for entry in now}
    games = [
        Game(round=round_, white=line.white, black=line.black, result=line.result.value)
        for line in lines
        if line.result
    ]
    for board, game in enumerate(games, start=1):
        game.board = board
        must_be_a_pair(evening, (entries[game.white], entries[game.black]))
    Game.objects.bulk_create(games)
    Unpaired.objects.bulk_create(
        Unpaired(round=round_, entry=line.white, kind=line.kind, result=line.elsewhere)
        for line in lines
        # Being away with notice needs no row, unless the result elsewhere is known.
        if line.kind not in ("", Unplayed.ABSENT, LEFT, NOT_YET) or line.elsewhere
    )


def _check_first_meetings(past: PastGames, snapshot: Snapshot) -> None:
    """StepError when players meet at most once in a system, and two of the text met before."""
    if get_system(snapshot.system).abilities.repeats != "never":
        return
    games = (game for item in snapshot.record() for game in item.round.games)
    met = Counter(frozenset(game.players) for game in games if not game.result.is_forfeit)
    lines = (line for played in reversed(past.evenings) for line in reversed(played.lines))
    for line in lines:
        pair = frozenset(player.key for player in line.players)
        if line.result and not line.result.is_forfeit and met[pair] > 1:
            words = _(
                "%(white)s and %(black)s have met before, and in this system nobody meets twice."
            )
            raise StepError(words, white=line.white, black=line.black)
