"""Which games are in the headers of a PGN file? The moves are left alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.formats.programs.game_lines import GameLines

_TAG = re.compile(r'\s*\[(\w{1,40})\s+"((?:[^"\\]|\\.)*)"\]\s*')
_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
#: The tags that are used; others are named.
_USED = ("White", "Black", "Result", "Date", "Round")


def is_pgn(text: str) -> bool:
    """Whether a text is the headers of games, with or without moves."""
    return bool(re.search(r'^\s*\[White\s+"', text, re.MULTILINE)) and '[Black "' in text


def read_pgn_heads(text: str) -> GameLines:
    """The games of a PGN file; a game begins with the first tag after its moves."""
    from pairing.formats.programs.game_lines import GameLine, GameLines

    game_lines = GameLines()
    games: list[tuple[int, dict[str, str]]] = []
    is_head = False
    for number, line in enumerate(text.splitlines(), start=1):
        match = _TAG.fullmatch(line)
        if match:
            if not is_head or match[1] in games[-1][1]:
                games.append((number, {}))
            games[-1][1][match[1]] = re.sub(r"\\(.)", r"\1", match[2])
            is_head = True
        elif line.strip() and (not games or line.lstrip().startswith("[")):
            game_lines.unused.append((number, line.strip()))
        elif line.strip():
            is_head = False
    for number, tags in games:
        date = _DATE.fullmatch(tags.get("Date", ""))
        round_ = tags.get("Round", "").partition(".")[0]
        white, black, result = (tags.get(tag, "") for tag in ("White", "Black", "Result"))
        game_lines.lines.append(
            GameLine(
                number,
                f"{white} - {black} {result}",
                "-".join(date.groups()) if date else "",
                round_ if round_.isdigit() else "",
                white,
                black,
                result,
            )
        )
        game_lines.columns += [tag for tag in tags if tag not in (*_USED, *game_lines.columns)]
    events = {tags.get("Event", "") for _number, tags in games}
    if len(events) == 1 and events != {"?"}:
        game_lines.title = events.pop()
        game_lines.columns = [tag for tag in game_lines.columns if tag != "Event"]
    return game_lines
