"""What does a report of Sevilla (JSON) say?

Each `GroupReport` is a group: `Ranking`, the table after each round, `RoundHist`, the games and
absences round by round, and `History`, each player's points for them. The groups become groups of
one competition. A Keizer's settings are not in it, except the worth of a bye and an absence.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pairing.core.federations import Identity
from pairing.core.types import Player, PlayerId, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import clipped
from pairing.formats.pasted_text import date_in
from pairing.formats.programs.contents import Contents, RoundContents, unknown_keys
from pairing.formats.programs.game_words import kind_in, result_in
from pairing.formats.programs.json_text import objects, read_json, text_in, whole_in

_ROOT = ("Name", "GroupReport")
_GROUP = ("ID", "Name", "Ranking", "RoundHist", "History")
_RANKING = ("Round", "Date", "Player")
_PLAYER = ("ID", "Name", "SortName", "PlayerID", "IRtg", "Rating", "Score", "Title", "Gender")
_ROUND = ("ID", "Date", "Game", "Abs", "Name")
_GAME = ("Round", "WhiteNr", "BlackNr", "White", "Black", "Res")
_ABSENCE = ("Round", "PlayerNr", "Player", "Name", "Reason")
#: The reasons that only Sevilla has.
_REASONS = {
    "absnm": Unplayed.NO_NOTICE,
    "absmsg": Unplayed.ABSENT,
    "abscl": Unplayed.EXTERNAL,
    "absclod": Unplayed.EXTERNAL,
    "extern": Unplayed.EXTERNAL,
    "bye": Unplayed.BYE,
}
_DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})", re.ASCII)


def read_sevilla(data: bytes) -> Contents:
    """The competition in a report; DocumentError if it holds none."""
    report = read_json(data)
    groups = [*objects(report, "GroupReport")]
    if not groups:
        raise DocumentError("GroupReport", "no_player")
    names = [text_in(group, "Name", "ID") or str(number) for number, group in enumerate(groups, 1)]
    title = text_in(report, "Name")
    contents = Contents(
        "knsb-rating", name=title if len(groups) > 1 else text_in(groups[0], "Name") or title
    )
    contents.leave_fields("Sevilla", *unknown_keys(report, _ROOT))
    is_keizer = any(map(_is_keizer, groups))
    for number, group in enumerate(groups, start=1):
        label = _label(names, number) if len(groups) > 1 else ""
        _Group(contents, group, label, f"{number}-" if len(groups) > 1 else "").read()
    if contents.start_ratings:
        contents.warn("", "start_ratings", count=contents.start_ratings)
    if is_keizer:
        contents.system = "keizer"
        contents.options = {"values": {"revaluation": "previous"}}
        contents.table = {
            key: (points, contents.values.get(key)) for key, points in contents.points.items()
        }
        contents.points.clear()
        contents.warn("Score, Value", "settings_not_there")
    return contents


def _label(names: list[str], number: int) -> str:
    """A group's name as a document has it: letters, digits, points and hyphens."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", names[number - 1]).strip("-")[:20]
    is_once = Counter(names)[names[number - 1]] == 1
    return name if name and is_once else f"{name[:16]}-{number}".lstrip("-")


def _is_keizer(group: Mapping[str, Any]) -> bool:
    """Whether players have values; in a Swiss these are all 1."""
    tables = [*objects(group, "Ranking")]
    values = {player.get("Value") for player in objects(tables[-1], "Player")} if tables else set()
    return len(values) > 1


class _Group:
    """Reads one group into the contents."""

    def __init__(self, contents: Contents, group: Mapping[str, Any], label: str, before: str):
        self.contents, self.group, self.label, self.before = contents, group, label, before
        self.scores: dict[tuple[int, PlayerId], Fraction] = {}

    def read(self) -> None:
        """Players, then rounds."""
        self.contents.leave_fields("GroupReport", *unknown_keys(self.group, _GROUP))
        tables = [*objects(self.group, "Ranking")]
        for table in tables:
            self.contents.leave_fields("Ranking", *unknown_keys(table, _RANKING))
        for table in tables:
            for row in objects(table, "Player"):
                self._take_player(row, is_last=table is tables[-1])
        for entry in objects(self.group, "History"):
            self._take_scores(entry)
        days = {whole_in(table, "Round"): text_in(table, "Date") for table in tables}
        # RoundHist may have an entry each round, or one that lists them under its players.
        numbers = sorted(
            {number for number, _round, _game in self._games()} | set(filter(None, days))
        )
        for number in numbers:
            day = self._day(days.get(number, ""))
            round_ = self.contents.round(number)
            round_.date = round_.date or day
        for number, round_at, game in self._games():
            self.contents.leave_fields("Game", *unknown_keys(game, _GAME))
            if not self.contents.rounds[number].date:
                self.contents.rounds[number].date = self._day(round_at)
            self._take_game(self.contents.rounds[number], number, game)
        for number, absence in self._absences():
            self.contents.leave_fields("Abs", *unknown_keys(absence, _ABSENCE))
            self._take_absence(self.contents.round(number), number, absence)

    def _take_player(self, row: Mapping[str, Any], *, is_last: bool) -> None:
        self.contents.leave_fields("Player", *unknown_keys(row, _PLAYER))
        number = whole_in(row, "ID")
        if number is None or number < 1:
            raise DocumentError("Ranking.Player.ID", "not_a_whole_number", {"text": "ID"})
        key = self._key(number)
        if key not in self.contents.players:
            rating = whole_in(row, "IRtg")
            federation = text_in(row, "PlayerID")
            player = Player(
                key,
                0,
                text_in(row, "Name", "SortName") or key,
                rating or None,
                text_in(row, "Title")[:10],
                identities=(Identity("", federation[:40]),) if federation.strip("0") else (),
                sex={"Female": "w", "Male": "m"}.get(text_in(row, "Gender"), ""),
                group=self.label,
            )
            self.contents.add(player)
        now = whole_in(row, "Rating")
        if is_last and now and now != self.contents.players[key].rating:
            self.contents.start_ratings += 1
        if is_last and isinstance(row.get("Score"), int | float):
            self.contents.points[key] = Fraction(round(float(row["Score"]) * 100), 100)
            if isinstance(value := row.get("Value"), int | float):
                self.contents.values[key] = Fraction(round(value * 100), 100)

    def _key(self, number: int) -> PlayerId:
        return f"{self.before}{number}"

    def _take_scores(self, entry: Mapping[str, Any]) -> None:
        """Take the points of players for a round without a game."""
        for player in objects(entry, "Player"):
            for absence in objects(player, "Abs"):
                number, key = whole_in(absence, "Round"), whole_in(player, "ID")
                score = absence.get("Score")
                if number and key and isinstance(score, int | float):
                    self.scores[number, self._key(key)] = Fraction(round(score * 100), 100)

    def _games(self) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
        seen: set[tuple[Any, ...]] = set()
        for round_ in objects(self.group, "RoundHist"):
            self.contents.leave_fields("RoundHist", *unknown_keys(round_, _ROUND))
            for game in objects(round_, "Game"):
                number = whole_in(game, "Round") or whole_in(round_, "ID") or 0
                key = (number, game.get("WhiteNr"), game.get("BlackNr"))
                if key not in seen:  # a game may be listed under both of its players
                    seen.add(key)
                    yield number, text_in(round_, "Date"), game

    def _absences(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for round_ in objects(self.group, "RoundHist"):
            for absence in objects(round_, "Abs"):
                yield whole_in(absence, "Round") or whole_in(round_, "ID") or 0, absence

    def _take_game(self, round_: RoundContents, number: int, game: Mapping[str, Any]) -> None:
        white, black = whole_in(game, "WhiteNr"), whole_in(game, "BlackNr")
        written = text_in(game, "Res")
        result = result_in(written) or Result.UNFINISHED
        if result_in(written) is None and written:
            self.contents.leave_out(f"R{number}", f"Res {written}")
        if white is None or black is None:
            raise DocumentError(f"R{number}", "not_a_whole_number", {"text": clipped(str(white))})
        round_.games.append((self._key(white), self._key(black), result))

    def _take_absence(self, round_: RoundContents, number: int, absence: Mapping[str, Any]) -> None:
        player, reason = whole_in(absence, "PlayerNr"), text_in(absence, "Reason")
        key = self._key(player or 0)
        if key not in self.contents.players:
            raise DocumentError(f"R{number}", "unknown_player", {"player": clipped(str(player))})
        known = _REASONS.get(re.sub(r"\W", "", reason).lower()) or kind_in(reason)
        kind = known if isinstance(known, Unplayed) else Unplayed.ABSENT
        if not isinstance(known, Unplayed):
            self.contents.leave_out(f"R{number}", f"{self.contents.players[key].name}: {reason}")
        earned = self.scores.get((number, key))
        if earned == Fraction(1, 2) and not _is_keizer(self.group):
            kind = Unplayed.HALF_POINT_BYE  # whatever the reason is called
        elif earned == 1 and kind is not Unplayed.BYE and not _is_keizer(self.group):
            kind = Unplayed.FULL_POINT_BYE
        round_.unplayed[key] = kind

    def _day(self, written: str) -> str:
        """A day as Sevilla writes it, month or day first: the file's other days decide, if one
        number of them is above 12."""
        match = _DAY.fullmatch(written)
        if not match:
            day = date_in(written, as_played=True)
            return day.isoformat() if day else ""
        days = [_DAY.fullmatch(text_in(table, "Date")) for table in objects(self.group, "Ranking")]
        is_month_first = any(int(known[2]) > 12 for known in days if known)
        first, second = (match[1], match[2]) if not is_month_first else (match[2], match[1])
        day = date_in(f"{first}-{second}-{match[3]}")
        return day.isoformat() if day else ""
