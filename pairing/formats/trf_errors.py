"""What can be wrong with a TRF file, and what is passed over with a warning?

As `pairing.formats.errors`, with a line and a column (characters, both from 1; 0: the whole
file or line) for the place. `pairing.sentences` says every code in the reader's language.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pairing.core.types import Fact
from pairing.formats.errors import DocumentError

TRF_DIAGNOSES: Mapping[str, str] = {
    # The file
    "too_large": "larger than {limit} MB",
    "team_competition": "a competition of teams ({tag}); only single players are read here",
    "win_worth": "a win is worth {points} points; here a win is 1 and a draw 1/2",
    "accelerated": "an accelerated pairing ({tag}); here it can only be left out",
    "no_players": "not a TRF file: there is no line of a player (001)",
    "not_for_system": "the system {system} does not read TRF files",
    "no_rows": "not a European go tournament file: there is no line of a player",
    # A line
    "not_a_number": "{text} is not a whole number",
    "not_points": "{text} is not a number of points",
    "out_of_range": "must lie between {low} and {high}, is {value}",
    "missing": "here must stand {what}",
    "not_blank": "must be blank, is {text}",
    "not_a_choice": "{value} is not one of {choices}",
    "bad_character": "the character {character} is not allowed in a text",
    "said_otherwise": "{found} here, {before} in line {first}",
    "not_two": "must name two players or more",
    "points_not_kept": "{what} is worth {points} points; here it is always {usual}",
    "bye_worth": "a bye is worth {points}; here it can be 1 or 1/2",
    # Players
    "duplicate_number": "the pairing number {number} was given before, in line {first}",
    "unknown_player": "there is no player {player}",
    "against_himself": "player {player} against himself",
    # Rounds
    "rounds_missing": "the number of rounds is missing (XXR or 142)",
    "too_many_rounds": "round {round}, of {rounds} rounds",
    "after_next_round": "round {round}, while round {next} is the one to be paired",
    "result_without_opponent": "the result {result} without an opponent",
    "bye_with_opponent": "{result} is no result of a game, and an opponent stands here",
    "bye_with_colour": "a bye or absence with a colour",
    "no_result": "an opponent without a result",
    "no_colour": "a game without a colour",
    "opponents_disagree": "{player} against {opponent}, who has another opponent or none",
    "colours_disagree": "{player} and {opponent} both have {colour}",
    "results_disagree": "{player} has {result} and {opponent} has {other}",
    "played_twice": "{player} and {opponent} have played each other in round {first}",
    "second_bye": "a second bye in round {round}; the first is that of {first}",
    "byes_on_request": "the system {system} has no byes on request",
    "bye_disagrees": "{player} has {found} in his line and {wanted} here",
    "wrong_points": "{player} has {found} points; his results make {sum}",
    # Writing
    "number_too_high": "a pairing number above {limit} has no place",
    "game_open": "round {round}: {white} - {black} is not finished",
    "fixed_board": "round {round} is not paired and has the fixed board {white} - {black}",
}

WARNINGS: Mapping[str, str] = {
    "acceleration_ignored": "the acceleration ({tag}) is not used",
    "line_ignored": "lines {tag} are not used",
    "unknown_line": "a line that is not known here",
    "rounds_assumed": "the number of rounds is missing; taken as {rounds}",
    "bad_event_date": "{text} is not a date (YYYY/MM/DD)",
    "bad_federation": "{text} is not the three letters of a federation",
    "bad_date": "{text} is not a date (YY/MM/DD)",
    "handicap_ignored": "the handicap of {text} is not used",
    "colour_unknown": "the game {black} - {white} has no colours; the first has black",
    "name_cut": "the name {name} is cut after {limit} characters",
    "unfinished_as_draw": "the unfinished game {white} - {black} is written as a draw",
}


class TrfError(DocumentError):
    """A TRF file that is refused: `line`, `column`, `code` and `facts`."""

    diagnoses: ClassVar[Mapping[str, str]] = TRF_DIAGNOSES

    def __init__(self, line: int, column: int, code: str, facts: Mapping[str, Fact] | None = None):
        place = f"line {line}, column {column}" if column else f"line {line}" if line else ""
        super().__init__(place, code, facts)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class TrfWarning:
    """Something that was passed over; codes in `WARNINGS`, places as those of `TrfError`."""

    line: int
    column: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


Warn = Callable[[TrfWarning], None]


def in_silence(warning: TrfWarning) -> None:
    """Who reads a file for a purpose that its warnings do not touch."""
