"""How does the leader take a way out where a round cannot be paired by the rules?

The ways were tried when the round was to be paired, and are kept with it
(`pairing.core.ways_out`). The boards of the way that the leader takes are fixed, with the reason
for members to read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposal import digest, sentences_of
from clubcomp.flow.pairings.proposing import byes_elsewhere, rearranging
from clubcomp.flow.step import all_or_nothing
from clubcomp.models import Entry, Round, User
from pairing.core.types import Problem
from pairing.sentences import Sentences
from pairing.sentences.words import listed


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way out with its players. `key` names it in a form; `breaks` are absolute rules, and
    `unproven` the article by which nobody knows whether these boards are the first."""

    key: str
    boards: tuple[tuple[Entry, Entry], ...]
    bye: Entry | None
    breaks: tuple[Problem, ...]
    unproven: str

    @property
    def seats(self) -> str:
        """The boards and the bye that it fixes, in words."""
        pairs = [f"{white} – {black}" for white, black in self.boards]
        return listed([*pairs, *([_("the bye for %s") % self.bye] if self.bye else [])])

    def reason(self, say: Sentences) -> str:
        """Why the boards are fixed, for members to read."""
        if self.unproven:
            return say.unproven(self.unproven)
        if self.breaks:
            return _("no legal pairing was left: %(breaks)s") % {
                "breaks": " ".join(say.problem(problem) for problem in self.breaks)
            }
        return _("too hard to pair otherwise")


def ways_out_of(round_: Round, by_key: Mapping[str, Entry]) -> tuple[WayOut, ...]:
    """The ways out that are kept with a round that could not be paired."""
    facts: dict[str, Any] = round_.proposal.get("cannot", {}).get("facts", {})
    return tuple(
        WayOut(
            digest(way["boards"], way["bye"]),
            tuple((by_key[white], by_key[black]) for white, black in way["boards"]),
            by_key[way["bye"]] if way["bye"] else None,
            tuple(Problem("warning", **problem) for problem in way["breaks"]),
            way["unproven"],
        )
        for way in facts.get("ways", ())
    )


@all_or_nothing
def take_way_out(round_: Round, *, way: str, by: User | None) -> Round:
    """The leader takes a way out, by its key; the rest is paired around its boards."""
    with rearranging(round_, "take_way_out", by=by) as (step, now, facts):
        by_key = step.competition.entries.by_key()
        taken = {kept.key: kept for kept in ways_out_of(now, by_key)}.get(way)
        if taken is None:
            words = _("The pairing changed meanwhile. Nothing was changed. Look at it again.")
            raise StepError(words)
        reason = taken.reason(sentences_of(step.competition.system, by_key))
        facts |= {"seats": taken.seats, "why": reason}
        now.fixed = [
            *now.fixed,
            *([white.key, black.key, reason[:500]] for white, black in taken.boards),
        ]
        if taken.bye:
            now.named_byes = [*byes_elsewhere(now, taken.bye), taken.bye.key]
    return now
