"""The outcome of a search for the options of an old table."""

import json
from dataclasses import dataclass

from clubcomp.doors.names import parse_name
from clubcomp.flow.incoming.old_tables import Searched
from pairing.sentences import old_table as sentences


@dataclass(frozen=True, slots=True)
class DifferingPlayer:
    """A player whose row differs, and what would explain the difference."""

    name: str
    theirs: str
    ours: str
    why: list[str]


@dataclass(frozen=True, slots=True)
class OpenOption:
    """An option that the table does not decide: its label, and its possible values, the value of
    the options found first; each as a document has it, and in words."""

    name: str
    label: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class FoundPage:
    """The outcome in sentences.

    `rules` say what everything earns by the options found. `options` is how a document has them, if
    the competition can take them over; then `questions` are asked.
    """

    verdict: str
    is_equal: bool
    remarks: list[str]
    lines: list[DifferingPlayer]
    undecided: list[str]
    questions: list[OpenOption]
    untold: list[str]
    rules: list[str]
    options: str


def found_page(searched: Searched, *, may_take: bool = False) -> FoundPage:
    """The page of a search. `may_take`: the competition can take options over."""
    outcome = searched.found

    def name(player: str) -> str:
        return str(parse_name(searched.names[player]))

    may_take = may_take and outcome.options is not None
    opponents = {
        row.player: [name(opponent) for opponent in row.met] for row in outcome.finding.rest
    }
    return FoundPage(
        sentences.verdict(outcome),
        outcome.options is not None and not outcome.finding.rest,
        [*sentences.remarks(outcome, name)],
        [
            DifferingPlayer(
                name(line.player),
                line.theirs,
                line.ours,
                [*_met(opponents[line.player]), *line.hints],
            )
            for line in sentences.lines(outcome, searched.decimals)
        ],
        [] if may_take else [*sentences.undecided(outcome)],
        [*map(_question, sentences.questions(outcome))] if may_take else [],
        sentences.untold(outcome) if outcome.options is not None else [],
        sentences.regulation(outcome.options) if outcome.options is not None else [],
        json.dumps(outcome.options) if may_take else "",
    )


def _met(opponents: list[str]) -> list[str]:
    return [sentences.met_text(opponents)] if opponents else []


def _question(question: sentences.Question) -> OpenOption:
    choices = [(json.dumps(written), words) for written, words in question.choices]
    return OpenOption(f"pick-{question.option}", question.label, choices)
