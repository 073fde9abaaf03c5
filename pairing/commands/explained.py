"""How does the command line say why? By answers and who was refused, or by arbiter's steps."""

from collections.abc import Iterable, Iterator

from pairing.commands.language import gettext as _
from pairing.core.explanation import Answer, Explanation, Refused, Steps
from pairing.core.reason import Reason
from pairing.core.types import Fact, Pair, PlayerId
from pairing.formats.pairs import proposal_data
from pairing.sentences import Sentences
from pairing.sentences.articles import article_label
from pairing.sentences.reasons import sentence

#: What `--explain` may ask for, beside the answers.
STEPS = "steps"


class Explained:
    """An explanation in the words of a competition."""

    def __init__(self, explanation: Explanation, say: Sentences):
        self.explanation = explanation
        self.say = say

    def text(self, depth: str) -> str:
        """Everything as text: a block of lines for each board and the bye, or for each group."""
        return "\n".join(self._groups() if depth == STEPS else self._boards())

    def data(self, depth: str) -> dict[str, list[dict[str, Fact]]]:
        """The proposal for JSON, with reasons at each board and bye, or with the steps."""
        data = proposal_data(self.explanation.proposal)
        if depth == STEPS:
            data["steps"] = [self._steps_data(steps) for steps in self.explanation.steps()]
            return data
        answers = [*map(self.explanation.answer, self.explanation.proposal.pairs)]
        groups = self.explanation.by_group.values()
        answers += filter(None, (group.bye_answer() for group in groups))
        for decision, answer in zip([*data["pairs"], *data["byes"]], answers, strict=True):
            decision |= self._answer_data(answer)
        if self.explanation.note:
            data["notes"] = [self._reason_data(self.explanation.note)]
        return data

    def pair_block(self, pair: Pair, title: str = "") -> str:
        """Why a pair of the proposal is one: a title, the reasons, and who was refused."""
        name = self.say.words.name
        title = title or f"{name(pair.white)} - {name(pair.black)}"
        return self._block(title, self.explanation.answer(pair))

    def bye_block(self, bye: PlayerId, title: str = "") -> str:
        """Why somebody has the bye; "": nobody has it."""
        answer = self.explanation.in_group_of(bye).bye_answer()
        if answer is None:
            return ""
        title = title or f"{self.say.words.name(bye)} - " + _("bye")
        return self._block(title, answer, is_bye=True)

    def _boards(self) -> Iterator[str]:
        if self.explanation.note:
            yield f"{self._say(self.explanation.note)}\n"
        for pair in self.explanation.proposal.pairs:
            yield self.pair_block(pair)
        yield from map(self.bye_block, self.explanation.proposal.byes)

    def _block(self, title: str, answer: Answer, *, is_bye: bool = False) -> str:
        lines = [title, *(f"  {self._say(reason)}" for reason in _reasons(answer))]
        for number, refused in enumerate(answer.refused, start=1):
            lines.append(f"    {number}. {self.say.refusal(refused, of_bye=is_bye)}")
        return "".join(f"{line}\n" for line in lines)

    def _groups(self) -> Iterator[str]:
        for group in self.explanation.steps():
            if group.score is None:
                title = _("The whole round")
            else:
                score = self.say.words.points_with_unit(group.score)
                title = _("Group of %(score)s") % {"score": score}
            yield "".join(f"{line}\n" for line in (title, *self._step_lines(group)))

    def _step_lines(self, group: Steps) -> Iterator[str]:
        for step in group.steps:
            text = self.say.refusal(step) if isinstance(step, Refused) else self._say(step)
            article = (step.why if isinstance(step, Refused) else step).article
            label = f" ({article_label(article)})" if article else ""
            yield f"  {text}{label}"

    def _say(self, reason: Reason) -> str:
        return sentence(reason, self.say.words)

    def _answer_data(self, answer: Answer) -> dict[str, Fact]:
        return {
            "reasons": [self._reason_data(reason) for reason in _reasons(answer)],
            "refused": [self._refused_data(refused) for refused in answer.refused],
        }

    def _reason_data(self, reason: Reason) -> dict[str, Fact]:
        return reason.as_fact() | {"sentence": self._say(reason)}

    def _refused_data(self, refused: Refused) -> dict[str, Fact]:
        data: dict[str, Fact] = {"player": refused.player, "other": refused.other}
        data["in_place"] = refused.in_place
        return data | self._reason_data(refused.why)

    def _steps_data(self, group: Steps) -> dict[str, Fact]:
        steps: list[Fact] = [
            self._refused_data(step) if isinstance(step, Refused) else self._reason_data(step)
            for step in group.steps
        ]
        return {"score": None if group.score is None else str(group.score), "steps": steps}


def _reasons(answer: Answer) -> Iterable[Reason]:
    return (*answer.first, *([answer.colour] if answer.colour else ()))
