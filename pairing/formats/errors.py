"""What can be wrong with a file, and how is it said?

An error is data: the *place* (`evenings[3].rounds[1].games[0].white`, "" for the whole file),
a *code* and its *facts*. `pairing.sentences` says it in the reader's language; `DIAGNOSES`
lists every code with the facts it has, as the plain English of `str(error)`.

An option that the system refuses has its code from `pairing.registry.make_options` with
"option_" before it, so that a system can have codes of its own.
"""

from collections.abc import Mapping
from typing import ClassVar

from pairing.core.types import Fact

DIAGNOSES: Mapping[str, str] = {
    # The file
    "too_large": "larger than {limit} MB",
    "not_utf8": "not UTF-8 text (byte {offset})",
    "not_json": "not JSON: {problem} (line {line}, column {column})",
    "too_deep": "nested too deeply",
    "not_a_competition_document": "not a competition document: format must be {expected}",
    "unknown_version": "version {version} is not known here, only {known}",
    "unknown_file_kind": "a file of this kind ({suffix}) cannot be read; known: {known}",
    "trf_needs_system": "a TRF file does not name its system: give --system",
    "no_round_left": "all {rounds} rounds have been played",
    "nothing_to_pair": "no round to be paired: the last round has no present",
    "no_such_round": "there is no round {after}; played: {rounds}",
    "no_random_competition": "no random competitions are made for the system {system}",
    "same_name": "would be written over the pairing of {first}",
    # The shape of the text
    "duplicate_key": "the key {key} stands here twice",
    "unknown_key": "the key {key} is not known here; known: {known}",
    "missing_key": "the key {key} is required",
    "wrong_type": "must be {expected}, is {found}",
    "decimal": "{text} is not allowed: numbers are integers or p/q",
    "giant": "{text} is far too large a number",
    "out_of_range": "must lie between {low} and {high}, is {value}",
    "bad_fraction": "{text} is neither an integer nor p/q",
    "not_a_choice": "{value} is not one of {choices}",
    "empty": "must not be empty",
    "too_long": "{length} characters; at most {limit}",
    "bad_character": "character {position} ({character}) is not allowed in a text",
    "bad_id": "{id} is not an id: 1 to 40 of A-Z a-z 0-9 _ . -",
    "reserved_id": "the id {id} means something else",
    "bad_date": "{text} is not a date (YYYY-MM-DD)",
    # System, tempos, players
    "unknown_system": "the system {system} is not known; known: {known}",
    "no_tempo": "there must be a tempo",
    "one_tempo": "the system {system} has one tempo, here are {count}",
    "tempo_number_unused": "the system {system} has no {key} of a tempo",
    "duplicate_id": "the id {id} was given before, at {first}",
    "duplicate_start": "the start number {start} was given before, at {first}",
    "duplicate_federation_id": "the federation number {id} was given before, at {first}",
    "duplicate_identity": "the {issuer} number {number} was given before, at {first}",
    "duplicate_rating": "a rating of the list {list} for that tempo and date stands at {first}",
    "bad_federation": "{text} is not a federation: three capital letters",
    "birth_year_contradicts": "the birth year {year} is not that of the birth date {date}",
    "end_before_start": "the end {end} lies before the start {start}",
    "start_for_some": "start is given for some players and not for this one",
    "left_before_joined": "left after evening {left}, joined at evening {joined}",
    "not_two": "must name two players, names {count}",
    "duplicate_pair": "{one} and {other} were named before, at {first}",
    # The record
    "unknown_tempo": "there is no tempo {tempo}; known: {known}",
    "unknown_player": "there is no player {player}",
    "not_a_member": (
        "player {player} does not belong to evening {evening} (joined {joined}, left {left})"
    ),
    "named_twice": "player {player} was named in this round before, at {first}",
    "against_himself": "player {player} against himself",
    "played_twice": (
        "{one} and {other} have played each other before, at {first}: under {system} two players"
        " meet once, unless the game says with fixed why not"
    ),
    "duplicate_board": "board {board} was used in this round before, at {first}",
    "board_for_some": "board is given for some games of this round and not for this one",
    "byes_on_request": "the system {system} has no byes on request",
    "present_not_last": "only the last round may be unpaired, {later} follows",
    "result_before_pairing": "a game of the round to be paired has the result *, not {result}",
    "reason_before_pairing": "a game of the round to be paired needs the reason why it is fixed",
    # Options
    "option_unknown": "the option {option} is not known; known: {known}",
    "option_missing": "the option {option} is required",
    "option_not_boolean": "the option {option} must be true or false",
    "option_not_integer": "the option {option} must be an integer",
    "option_not_fraction": "the option {option} must be an integer or p/q",
    "option_not_a_choice": "the option {option} must be one of {choices}",
    "option_not_a_list": "the option {option} must be a list",
    "option_twice": "the option {option} holds {value} twice",
    "option_out_of_range": "the option {option} must lie between {low} and {high}",
}


class DocumentError(ValueError):
    """A file that is refused: `place`, `code` and `facts`; `str()` is a plain diagnosis."""

    diagnoses: ClassVar[Mapping[str, str]] = DIAGNOSES

    def __init__(self, place: str, code: str, facts: Mapping[str, Fact] | None = None):
        super().__init__(place, code, facts)
        self.place = place
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})

    def __str__(self) -> str:
        written = {name: _written(fact) for name, fact in self.facts.items()}
        diagnosis = self.diagnoses.get(self.code, f"{self.code} {written}").format_map(written)
        return f"{self.place}: {diagnosis}" if self.place else diagnosis


def _written(fact: Fact) -> str:
    """A fact in a diagnosis: a list with commas, nothing as a dash."""
    if isinstance(fact, list):
        return ", ".join(map(_written, fact))
    return "-" if fact is None else str(fact)
