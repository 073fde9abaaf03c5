"""What does a European go tournament file say, and how is one written?

The form in which results go to the European Go Database, called h9: a line for each player with
number, name, grade, country, club, scores and then a cell for each round; lines with a semicolon
describe the tournament. Words stand between blanks, in no fixed columns:

    ; EV[Winter tournament]
    ; RO[5]
       1 Bakker Anna      3k NL Adam    1.5  2  1.75    2+/b    3=/w    0-

A player who shares a place has no number before the name: it is the number above plus one.
A number is that of the opponent: `2+` won, `2-` lost, `2=` jigo, `2?` not finished, `2+!b` by
forfeit; then the colour, and perhaps a handicap, which is not used. Without an opponent `0+` is
the bye, `0-` absent and `0=` half a point; in the round to be paired `0=` is a player
who is present, and the column may be missing when everybody is.

The numbers are the lot numbers. Scores are computed, not read; they and the
players' countries are named as not used, as are heads and remarks. Our own `RO` is the
number of rounds and `RP` that of the rounds that are over, which the form lacks, as it lacks
boards and forbidden pairs.
"""

import re
from dataclasses import replace
from datetime import date

from pairing.core.federations import Identity
from pairing.core.types import Fact, Player, Snapshot
from pairing.formats.errors import TrfError, TrfWarning, Warn, in_silence
from pairing.formats.nodes import clipped
from pairing.formats.trf_players import Cell, Row
from pairing.formats.trf_rounds import Rounds, last_played
from pairing.formats.trf_settings import ROUNDS_LIMIT, Settings
from pairing.formats.trf_text import NUMBER_LIMIT, Line, Word, decoded, read_lines
from pairing.registry import get_system

#: The signs for an unknown value, for no club and for no country.
NOTHING, NO_CLUB, NO_COUNTRY = "-", "xxxx", "XX"
#: The name of the columns before the rounds when they are named as not used.
SCORES = "MMS, SOS, SOSOS"
_HEAD = re.compile(r";\s*([A-Z]{2})\[(.*)\]\s*")
_GRADE = re.compile(r"[1-9]?\d[kdp]|-", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(r"-?\d*[½¼¾]?(\.\d*)?", re.ASCII)
_RESULT = re.compile(r"(\d{1,4})([-+=?])(?:([/!])([bw?]?)(\d?))?", re.IGNORECASE | re.ASCII)
_PLAYED = {"+": "1", "-": "0", "=": "=", "?": "?"}
_WITHOUT_OPPONENT = {"+": "U", "-": "Z", "=": "H"}


def read_h9(
    data: bytes,
    system: str = "knsb-resistance",
    *,
    needs_rounds: bool = True,
    warn: Warn = in_silence,
) -> Snapshot:
    """The competition in a file, of `system`, with the next round to be paired if one is left.

    If a file does not say how many rounds there will be, there is one more than were played if
    `needs_rounds`, else no more than it has columns for. `warn` is called for whatever is ignored.
    TrfError: refused; UnknownSystem.
    """
    engine = get_system(system)
    if not engine.abilities.needs_round_count:
        raise TrfError(0, 0, "not_for_system", {"system": system})
    settings = Settings(warn, rounds_tag="; RO[ ]")
    rows, days, country = _read_lines(data, settings)
    if not rows:
        raise TrfError(0, 0, "no_rows")
    last_written = max(max(row.cells, default=1) for row in rows.values())
    says_played = settings.played is not None
    settings.played = max(settings.played or 0, last_played(rows))
    _drop_empty_rounds(rows, settings.played + 1, is_known=says_played)
    if engine.abilities.has_byes_on_request:
        _split_byes(rows)
    _give_colours(rows, warn)
    rounds = Rounds(engine, settings, rows)
    if rounds.announced is None:
        least = rounds.next if needs_rounds else 1
        rounds.announced = rounds.assumed(max(last_written, least))
    settings.dates = _by_round(days, min(rounds.next, rounds.announced))
    options = {"rounds": rounds.announced}
    return replace(rounds.snapshot(), options=options, game="go", country=country)


def _read_lines(data: bytes, settings: Settings) -> tuple[dict[int, Row], list[str], str]:
    """The players' lines by number, the first and the last day, the country; the rest of the
    headers goes to the settings."""
    days: list[str] = []
    country = ""
    rows: dict[int, Row] = {}
    unused = settings.unused
    countries: dict[int, str] = {}
    for line in read_lines(decoded(data)[0]):
        if head := _HEAD.fullmatch(line.text):
            tag, text = head.groups()
            if tag == "EV":
                settings.name = line.sentence(head.start(2) + 1, head.end(2)) if text else ""
            elif tag == "RO":
                settings.rounds = Word(line, head.start(2) + 1, text).integer(1, ROUNDS_LIMIT)
            elif tag == "RP":
                settings.played = Word(line, head.start(2) + 1, text).integer(0, ROUNDS_LIMIT)
            elif tag == "PC":
                code = text.partition(",")[0].strip().upper()
                country = code if re.fullmatch(r"[A-Z]{2}", code) and code != NO_COUNTRY else ""
                code, _comma, town = text.partition(",")
                if town.strip() or (code.strip() not in ("", NO_COUNTRY) and not country):
                    unused.note(f"PC[{text}]", line.number)
            elif tag == "DT":
                days = _days(line, text, settings.warn)
            else:
                unused.note(line.text.strip("; "), line.number)
        elif line.text.lstrip().startswith(";"):
            if not re.fullmatch(r"[\s;]*(Pl\b.*)?", line.text):  # nothing, or titles of columns
                unused.note(line.text.strip("; "), line.number)
        elif line.text.strip():
            row = _row(line, max(rows, default=0) + 1, settings)
            if row.number in rows:
                first = rows[row.number].line.number
                number = line.words(after=0)[0]
                number.refuse("duplicate_number", number=row.number, first=first)
            rows[row.number] = row
            countries[row.number] = _country_of(line)
    for player, of_player in countries.items():
        if of_player not in (NOTHING, NO_COUNTRY, country):
            unused.note(of_player, rows[player].line.number)
    unused.tell(settings.warn)
    return rows, days, country


def _row(line: Line, following: int, settings: Settings) -> Row:
    """A player's line; without a number, the player has the `following` one."""
    words = line.words(after=0)
    for word in words:
        line.sentence(word.column, word.column + len(word.text) - 1)
    if line.at(1, 4).isspace() and not words[0].text[0].isdigit() and following > 1:
        words.insert(0, Word(line, 1, str(following)))
    number = words[0].integer(1, NUMBER_LIMIT)
    # A surname may be more than one word; a first name is always there, if only as a dash.
    at = next((n for n in range(3, len(words)) if _GRADE.fullmatch(words[n].text)), None)
    if at is None or len(words) < at + 3:
        line.refuse(len(line.text) + 1, "missing", what="1d-9d, 1k-30k")
    grade, club = words[at].text.lower(), words[at + 2].text
    rest = words[at + 3 :]
    pin = rest.pop().text[1:] if rest and rest[-1].text.startswith("|") else ""
    scores = 0
    while rest and _SCORE.fullmatch(rest[0].text):
        rest.pop(0)
        scores += 1
    if scores and settings.played is None:  # a file with RP has scores that follow from the games
        settings.unused.note(SCORES, line.number)
    surname = " ".join(word.text for word in words[1 : at - 1])
    name = _name(surname, words[at - 1].text)
    if not name:
        settings.unused.note_nameless(line.number)
    player = Player(
        id=str(number),
        start=number,
        name=name or str(number),
        grade="" if grade == NOTHING else grade,
        identities=(Identity("EGD", pin),) if pin else (),
        club="" if club.lower() == NO_CLUB else _spaced(club),
    )
    if len(rest) > ROUNDS_LIMIT:
        rest[ROUNDS_LIMIT].refuse("too_many_rounds", round=len(rest), rounds=ROUNDS_LIMIT)
    cells = {
        round_: _cell(word, number, settings.warn) for round_, word in enumerate(rest, start=1)
    }
    return Row(line, number, player, None, cells)


def _country_of(line: Line) -> str:
    """The country on a player's line: the word after the grade."""
    words = [word.text for word in line.words(after=0)]
    first = 2 + words[0].isdigit()
    at = next((n for n in range(first, len(words)) if _GRADE.fullmatch(words[n])), len(words))
    return words[at + 1].upper() if at + 1 < len(words) else NOTHING


def _cell(word: Word, number: int, warn: Warn) -> Cell:
    """What a player did in a round."""
    match = _RESULT.fullmatch(word.text)
    if match is None:
        word.refuse(
            "not_a_choice", value=clipped(word.text), choices=["12+/b", "12=/w", "0+", "0-"]
        )
    opponent, sign = int(match[1]), match[2]
    at = match.start(2)
    if not opponent:
        if sign not in _WITHOUT_OPPONENT:
            word.refuse("result_without_opponent", result=sign)
        return Cell(word.line, word.column, _WITHOUT_OPPONENT[sign])
    if opponent == number:
        word.refuse("against_himself", player=str(number))
    if match[3] == "!" and sign not in "+-":
        word.refuse("not_a_choice", value=clipped(word.text), choices=["12+!b", "12-!w"])
    if match[5] not in (None, "", "0"):
        warn(TrfWarning(word.line.number, word.column, "handicap_ignored", {"text": word.text}))
    return Cell(
        word.line,
        word.column,
        sign if match[3] == "!" else _PLAYED[sign],
        opponent,
        (match[4] or "").lower().strip("?"),
        colour_at=at + 2,
        result_at=at,
    )


def _drop_empty_rounds(rows: dict[int, Row], following: int, *, is_known: bool) -> None:
    """Keep only absences and the bye of the `following` round, after the last one that is over.

    If the file says which round that is (`is_known`), everybody may be away; else a column of
    absences means nothing.
    """
    for row in rows.values():
        for number in [*row.cells]:
            if number > following or (number == following and row.cells[number].result == "H"):
                del row.cells[number]
    if not is_known and all(
        row.cells.get(following, Cell(row.line, 0, "")).result == "Z" for row in rows.values()
    ):
        for row in rows.values():
            del row.cells[following]


def _split_byes(rows: dict[int, Row]) -> None:
    """One player of a round has the bye; others with a point asked for theirs."""
    given: set[int] = set()
    for row in rows.values():
        for number, cell in row.cells.items():
            if cell.result == "U" and number in given:
                row.cells[number] = cell._replace(result="F")
            elif cell.result == "U":
                given.add(number)


def _give_colours(rows: dict[int, Row], warn: Warn) -> None:
    """Fill in colours that only the opponent's line has; if neither has, the lower number is
    black."""
    for row in rows.values():
        for round_, cell in row.cells.items():
            if not cell.opponent or cell.colour:
                continue
            opponent = rows.get(cell.opponent)
            theirs = opponent.cells.get(round_) if opponent else None
            if theirs is not None and theirs.opponent == row.number and theirs.colour:
                colour = "w" if theirs.colour == "b" else "b"
            else:
                colour = "b" if row.number < cell.opponent else "w"
                if colour == "b":
                    facts: dict[str, Fact] = {"black": row.player.id, "white": str(cell.opponent)}
                    facts["round"] = round_
                    warn(TrfWarning(row.line.number, cell.column, "colour_unknown", facts))
            row.cells[round_] = cell._replace(colour=colour)


def _name(surname: str, first: str) -> str:
    """ "Bakker, Anna"."""
    parts = [_spaced(part).strip(" ,") for part in (surname, first) if part != NOTHING]
    return ", ".join(part for part in parts if part)


def _spaced(text: str) -> str:
    """Underscores stand for blanks within a word."""
    return " ".join(text.replace("_", " ").split())


def _days(line: Line, text: str, warn: Warn) -> list[str]:
    """The first and the last day."""
    try:
        return [date.fromisoformat(day.strip()).isoformat() for day in text.split(",")[:2]]
    except ValueError:
        warn(TrfWarning(line.number, 1, "line_ignored", {"tag": "DT"}))
        return []


def _by_round(days: list[str], rounds: int) -> dict[int, str]:
    """The days of the first and the last of these rounds; of all rounds if it is one day."""
    if not days:
        return {}
    first, last = days[0], days[-1]
    return dict.fromkeys(range(1, rounds + 1), first) if first == last else {rounds: last, 1: first}
