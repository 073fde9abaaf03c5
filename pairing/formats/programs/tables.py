"""A competition from tables: lists of players, rounds, cross tables, the headers of a PGN file.

That is what a copied page of chess-results shows, or what a club keeps in a spreadsheet. Names that
are written the same way are one player. Rounds are in the order of their numbers, or else of their
dates.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from pairing.core.federations import Identity
from pairing.core.types import Player, PlayerId, Result
from pairing.core.unplayed import LEFT, NOT_YET, Unplayed
from pairing.formats.errors import DocumentError, TrfWarning
from pairing.formats.nodes import SIZE_LIMIT
from pairing.formats.pasted_text import cells_in, date_in, lines_in, plain
from pairing.formats.programs.contents import Contents
from pairing.formats.programs.game_lines import GameLine, different_headings, read_game_lines
from pairing.formats.programs.game_words import result_in
from pairing.formats.programs.player_lines import PlayerLine, read_player_lines
from pairing.formats.trf_text import decoded

#: The letters that show the kind of a text; all of a long one is read in a process apart.
_BEGINNING = 50_000


def read_table(data: bytes) -> Contents:
    """The competition in a text."""
    return of_text(decoded(data)[0])


def is_table(data: bytes) -> bool:
    """Whether a text begins with games with results, or a list of players under headings."""
    if len(data) > SIZE_LIMIT or b"\0" in data:
        return False
    text = decoded(data)[0][:_BEGINNING]
    games = read_game_lines(text)
    if any(result_in(line.result) or line.kind for line in games.lines):
        return True
    return bool(read_player_lines([(n, cells_in(line)) for n, line in lines_in(text)]).players)


def of_text(text: str, name: str = "") -> Contents:
    """The competition in a text, or in several texts one under the other."""
    if len(text) > SIZE_LIMIT:
        raise DocumentError("", "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    rows = [(number, cells_in(line)) for number, line in lines_in(text)]
    listed = read_player_lines(rows)
    headings = different_headings([cells for _number, cells in rows])
    if headings > 1:
        raise DocumentError("", "several_tables", {"count": headings})
    games = read_game_lines(text)
    contents = Contents("knsb-rating", name=name or games.title)
    people = _People(contents, listed.players)
    lines = [line for line in games.lines if line.number not in listed.lines]
    # A line that belongs to neither a list nor a game is named; lines of a list are no games.
    for number, words in (*games.unused, *listed.unused):
        if number not in listed.lines or (number, words) in listed.unused:
            contents.warnings.append(TrfWarning(number, 0, "not_used", {"what": words}))
    contents.leave_out("", *games.columns, *listed.columns)
    for line, number in _numbered(lines, contents):
        _take(contents, people, line, number)
    contents.points = {people.key(name): points for name, points in games.points.items()}
    _choose_system(contents)
    return contents


class _People:
    """The players by their names as written."""

    def __init__(self, contents: Contents, listed: Iterable[PlayerLine]):
        self.contents = contents
        self.keys: dict[str, PlayerId] = {}
        self.lines: dict[str, PlayerLine] = {}
        for line in listed:
            self.lines.setdefault(plain(line.name, keep="'’."), line)
        for line in self.lines.values():
            self.key(line.name)

    def key(self, name: str) -> PlayerId:
        """The key of a player, who is new if the name did not occur before."""
        word = plain(name, keep="'’.")
        if word in self.keys:
            return self.keys[word]
        key = self.keys[word] = str(len(self.keys) + 1)
        line = self.lines.get(word) or PlayerLine(name)
        self.contents.add(
            Player(
                key,
                0,
                line.name,
                line.rating,
                line.title,
                line.grade,
                identities=tuple(Identity(issuer, number) for issuer, number in line.numbers),
                federation=line.federation,
                birth_year=line.birth_year,
            )
        )
        return key


def _numbered(lines: list[GameLine], contents: Contents) -> list[tuple[GameLine, int]]:
    """The lines with the numbers of their rounds, and a warning for each line without one."""
    dated, has_numbers = [], any(line.round for line in lines)
    for line in lines:
        day = date_in(line.date, as_played=True) if line.date else None
        number = int(line.round) if line.round.isascii() and line.round.isdigit() else 0
        if (has_numbers and not number) or (line.date and not day):
            contents.warnings.append(TrfWarning(line.number, 0, "not_used", {"what": line.text}))
        else:
            dated.append((line, number, day.isoformat() if day else ""))
    keys = sorted({(number, "" if has_numbers else played) for _line, number, played in dated})
    round_numbers = {key: key[0] or index for index, key in enumerate(keys, start=1)}
    result = []
    for line, number, played in dated:
        round_number = round_numbers[number, "" if has_numbers else played]
        if not 0 < round_number <= 999:
            contents.warnings.append(TrfWarning(line.number, 0, "not_used", {"what": line.text}))
            continue
        round_ = contents.round(round_number)
        round_.date = round_.date or played
        result.append((line, round_number))
    return result


def _take(contents: Contents, people: _People, line: GameLine, number: int) -> None:
    """Take one line, with a warning about parts of it that are not used."""

    def warn_unused(what: str) -> None:
        contents.warnings.append(TrfWarning(line.number, 0, "not_used", {"what": what}))

    if line.unused:
        warn_unused(line.unused)
    round_ = contents.round(number)
    if line.kind:
        names = line.white.split(";") if line.is_list and ";" in line.white else [line.white]
        for name in filter(None, map(str.strip, names)):
            key = people.key(name)
            player = contents.players[key]
            if line.kind == LEFT:
                contents.players[key] = replace(player, left=max(number - 1, 1))
            elif line.kind == NOT_YET:
                contents.players[key] = replace(player, joined=number + 1)
            else:
                round_.unplayed[key] = Unplayed(line.kind)
        return
    result = result_in(line.result, "chess", line.forfeit, black_first=line.black_first)
    if not (line.white and line.black) or result is None:
        if line.text.strip() != line.unused:
            warn_unused(line.text.strip())
        return
    round_.games.append((people.key(line.white), people.key(line.black), result))


def _choose_system(contents: Contents) -> None:
    """Take it for a Swiss, unless two players meet more than once."""
    met = Counter(
        frozenset(game[:2])
        for round_ in contents.rounds.values()
        for game in round_.games
        if game[2] is not Result.UNFINISHED
    )
    if any(count > 1 for count in met.values()):
        contents.system = "attacalc"
        contents.points.clear()
