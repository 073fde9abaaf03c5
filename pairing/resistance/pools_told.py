"""Why does somebody wait, and why is somebody the opponent? Out of a pool that is done."""

from collections.abc import Iterator

from pairing.core.types import Fact, Reason
from pairing.matching.perfect import Choice, bits
from pairing.resistance.opponents import by_preference
from pairing.resistance.pairing import Paired
from pairing.resistance.position import PlayerState
from pairing.resistance.reasons import letter_of, worth


class PoolTold:
    """The reasons of one score group, with those who came from the waiting room."""

    def __init__(self, paired: Paired):
        self.paired = paired
        self.group = paired.group
        self.roster = paired.group.roster
        self.score = self.state(self.group.residents.bit_length() - 1)

    def state(self, seat: int) -> PlayerState:
        """The player on a seat."""
        return self.roster.players[seat]

    @property
    def score_text(self) -> str:
        """The points of the group's own players, "p/q"."""
        return self.score.points_text

    def opponent(self, index: int) -> Reason:
        """4.5, 4.6: why the higher of a pair has this opponent."""
        choice = self.paired.choices[index]
        chosen = self.state(choice.opponent)
        facts: dict[str, Fact] = {
            "player": self.state(choice.player).id,
            "opponent": chosen.id,
            "letter": "only",
            **worth(chosen),
        }
        before, after = self._around(choice, index)
        candidates: list[Fact] = []
        for seat in before:
            state = self.state(seat)
            why = "rest" if seat in choice.passed_over else self._why_not(choice.player, state)
            candidates.append({"player": state.id, "code": why, "facts": worth(state)})
        if after is not None:
            next_best = self.state(after)
            same = next_best.score == chosen.score
            facts["letter"] = letter_of(chosen, next_best, "abc") if same else "score"
        return Reason("4.5", "opponent", facts | {"candidates": candidates})

    def _around(self, choice: Choice, index: int) -> tuple[list[int], int | None]:
        """Who was left and came before the opponent, and the first after them who may meet."""
        left = self.group.members & ~self.group.waiting_room
        for earlier in self.paired.choices[:index]:
            left &= ~(1 << earlier.player | 1 << earlier.opponent)
        left &= ~(1 << choice.player)
        before: list[int] = []
        is_after = False
        for seat in by_preference(self.roster, left)(left):
            if is_after:
                if self.roster.graph[choice.player] >> seat & 1:
                    return before, seat
            elif seat == choice.opponent:
                is_after = True
            else:
                before.append(seat)
        return before, None

    def _why_not(self, seat: int, other: PlayerState) -> str:
        return "met" if other.id in self.state(seat).opponents else "forbidden"

    def waited(self, seat: int) -> Reason:
        """4.4: why this player of the pool had to wait."""
        state = self.state(seat)
        letter, candidates = self._why_waits(seat)
        facts: dict[str, Fact] = {
            "player": state.id,
            "score": self.score_text,
            "room": self.group.waiting_room.bit_count(),
            "letter": letter,
            **worth(state),
            "candidates": candidates,
        }
        article = f"4.4{letter}" if len(letter) == 1 else "4.3"
        return Reason(article, "waited", facts)

    def stays_over(self, seat: int) -> Reason:
        """7.1: why this player of the last pool has the bye."""
        state = self.state(seat)
        letter, candidates = self._why_waits(seat)
        facts: dict[str, Fact] = {
            "player": state.id,
            "score": self.score_text,
            "letter": letter,
            **worth(state),
            "candidates": candidates,
        }
        return Reason("7.1", "stays_over", facts)

    def room(self) -> Iterator[Reason]:
        """4.3, 4.8: why so many had to wait, if more than the number alone asks."""
        size, least = self.group.waiting_room.bit_count(), self.group.size % 2
        fewest = self.group.fewest or 0
        score, room = self.score_text, {"room": size}
        if fewest > least:
            yield Reason("4.3", "fewest", {"score": score, **room, "least": least})
        if size > fewest:
            yield Reason("4.8", "went_back", {"score": score, **room, "fewest": fewest})

    def _why_waits(self, seat: int) -> tuple[str, list[Fact]]:
        """The letter of 4.4 that decides, and who came before them and does not wait.

        The letter is where somebody else instead would have been worse: the first of c, d and e if
        that could have been somebody who is level by a and b.
        """
        group, waiting = self.group, self.group.waiting_room
        if waiting == group.members:
            return "all", []
        candidates: list[Fact] = []
        letters = set()
        own_index = group.in_order.index(seat)
        for index, other in enumerate(group.in_order):
            if waiting >> other & 1:
                continue
            why = self._why_stays(seat, other)
            if index < own_index:
                facts = worth(self.state(other))
                candidates.append({"player": self.state(other).id, "code": why, "facts": facts})
            if why in ("from_above", "again"):
                letters.add("a" if why == "from_above" else "b")
            elif why == "lower":
                return letter_of(self.state(seat), self.state(other), "cde"), candidates
        return max(letters, default="only"), candidates

    def _why_stays(self, seat: int, other: int) -> str:
        """What is against the other player instead of one who waits."""
        group = self.group
        instead = group.waiting_room & ~(1 << seat) | 1 << other
        if not group.others_can_be_paired(instead):
            return "rest"
        if not group.below_can_be_paired(instead):
            return "had_point" if group.is_last else "below"
        arrived = (instead & group.moved_down).bit_count()
        if arrived > (group.waiting_room & group.moved_down).bit_count():
            return "from_above"
        return (
            "again"
            if group.still_waiting(instead) > group.still_waiting(group.waiting_room)
            else "lower"
        )

    def waiting_seats(self) -> list[int]:
        """The seats of those who wait."""
        return list(bits(self.group.waiting_room))
