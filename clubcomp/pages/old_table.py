"""What came of a search for the options of an old table."""

import json
from dataclasses import dataclass

from clubcomp.doors.names import parse_name
from clubcomp.flow.incoming.old_tables import Searched
from pairing.sentences import old_table as said


@dataclass(frozen=True, slots=True)
class DifferingPlayer:
    """Somebody who differs, and what would explain it."""

    name: str
    theirs: str
    ours: str
    why: list[str]


@dataclass(frozen=True, slots=True)
class OpenOption:
    """An option that the table cannot tell: what it is called, and what it can be, the one that was
    found first; each as a document has it, and in words."""

    name: str
    label: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class FoundPage:
    """The answer in sentences; `rules` are what the options let everything earn; `options` as
    a document has them, where the competition can take them over: then `questions` are asked."""

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
    """What the page says of it. `may_take`: the competition can take options over."""
    found = searched.found

    def name(player: str) -> str:
        return str(parse_name(searched.names[player]))

    may_take = may_take and found.options is not None
    met = {one.player: [name(other) for other in one.met] for one in found.finding.rest}
    return FoundPage(
        said.verdict(found),
        found.options is not None and not found.finding.rest,
        [*said.remarks(found, name)],
        [
            DifferingPlayer(
                name(line.player),
                line.theirs,
                line.ours,
                [*([said.met_text(met[line.player])] if met[line.player] else []), *line.hints],
            )
            for line in said.lines(found, searched.decimals)
        ],
        [] if may_take else [*said.undecided(found)],
        [*map(_question, said.questions(found))] if may_take else [],
        said.untold(found) if found.options is not None else [],
        said.regulation(found.options) if found.options is not None else [],
        json.dumps(found.options) if may_take else "",
    )


def _question(asked: said.Question) -> OpenOption:
    choices = [(json.dumps(written), words) for written, words in asked.choices]
    return OpenOption(f"pick-{asked.option}", asked.label, choices)
