"""Why does somebody wait, and why is somebody the opponent? Out of a pool that is done."""

from collections.abc import Iterator

from pairing.core.matching import Choice, bits
from pairing.core.types import Fact, Reason
from pairing.systems.knsb_resistance.opponents import by_preference
from pairing.systems.knsb_resistance.pairing import Paired
from pairing.systems.knsb_resistance.position import Card
from pairing.systems.knsb_resistance.reasons import letter_of, worth


class PoolTold:
    """The reasons of one score group, with those who came from the waiting room."""

    def __init__(self, paired: Paired):
        self.paired = paired
        self.pool = paired.pool
        self.field = paired.pool.field
        self.score = self.card(self.pool.group.bit_length() - 1)

    def card(self, seat: int) -> Card:
        """The player on a seat."""
        return self.field.cards[seat]

    @property
    def score_text(self) -> str:
        """The points of the group's own players, "p/q"."""
        return self.score.points_text

    def opponent(self, place: int) -> Reason:
        """4.5, 4.6: why the higher of a pair has this opponent."""
        choice = self.paired.choices[place]
        chosen = self.card(choice.opponent)
        facts: dict[str, Fact] = {
            "player": self.card(choice.player).id,
            "opponent": chosen.id,
            "letter": "only",
            **worth(chosen),
        }
        before, after = self._around(choice, place)
        candidates: list[Fact] = []
        for seat in before:
            one = self.card(seat)
            why = "rest" if seat in choice.passed_over else self._why_not(choice.player, one)
            candidates.append({"player": one.id, "code": why, "facts": worth(one)})
        if after is not None:
            other = self.card(after)
            same = other.score == chosen.score
            facts["letter"] = letter_of(chosen, other, "abc") if same else "score"
        return Reason("4.5", "opponent", facts | {"candidates": candidates})

    def _around(self, choice: Choice, place: int) -> tuple[list[int], int | None]:
        """Who was left and came before the opponent, and the first after him who may meet."""
        left = self.pool.members & ~self.pool.waiting
        for earlier in self.paired.choices[:place]:
            left &= ~(1 << earlier.player | 1 << earlier.opponent)
        left &= ~(1 << choice.player)
        before: list[int] = []
        is_after = False
        for seat in by_preference(self.field, left)(left):
            if is_after:
                if self.field.graph[choice.player] >> seat & 1:
                    return before, seat
            elif seat == choice.opponent:
                is_after = True
            else:
                before.append(seat)
        return before, None

    def _why_not(self, seat: int, other: Card) -> str:
        return "met" if other.id in self.card(seat).opponents else "forbidden"

    def waited(self, seat: int) -> Reason:
        """4.4: why this player of the pool had to wait."""
        card = self.card(seat)
        letter, candidates = self._why_waits(seat)
        facts: dict[str, Fact] = {
            "player": card.id,
            "score": self.score_text,
            "room": self.pool.waiting.bit_count(),
            "letter": letter,
            **worth(card),
            "candidates": candidates,
        }
        article = f"4.4{letter}" if len(letter) == 1 else "4.3"
        return Reason(article, "waited", facts)

    def stays_over(self, seat: int) -> Reason:
        """7.1: why this player of the last pool has the bye."""
        card = self.card(seat)
        letter, candidates = self._why_waits(seat)
        facts: dict[str, Fact] = {
            "player": card.id,
            "score": self.score_text,
            "letter": letter,
            **worth(card),
            "candidates": candidates,
        }
        return Reason("7.1", "stays_over", facts)

    def room(self) -> Iterator[Reason]:
        """4.3, 4.8: why so many had to wait, if more than the number alone asks."""
        size, least = self.pool.waiting.bit_count(), self.pool.size % 2
        fewest = self.pool.fewest or 0
        score, room = self.score_text, {"room": size}
        if fewest > least:
            yield Reason("4.3", "fewest", {"score": score, **room, "least": least})
        if size > fewest:
            yield Reason("4.8", "went_back", {"score": score, **room, "fewest": fewest})

    def _why_waits(self, seat: int) -> tuple[str, list[Fact]]:
        """The letter of 4.4 that decides, and who came before him and does not wait.

        The letter is where another one in his place would have been worse: the first of c, d and
        e if one could have been there that is level by a and b.
        """
        pool, waiting = self.pool, self.pool.waiting
        if waiting == pool.members:
            return "all", []
        candidates: list[Fact] = []
        letters = set()
        place = pool.in_order.index(seat)
        for number, other in enumerate(pool.in_order):
            if waiting >> other & 1:
                continue
            why = self._why_stays(seat, other)
            if number < place:
                facts = worth(self.card(other))
                candidates.append({"player": self.card(other).id, "code": why, "facts": facts})
            if why in ("from_above", "again"):
                letters.add("a" if why == "from_above" else "b")
            elif why == "lower":
                return letter_of(self.card(seat), self.card(other), "cde"), candidates
        return max(letters, default="only"), candidates

    def _why_stays(self, seat: int, other: int) -> str:
        """What is against the other one in the place of somebody who waits."""
        pool = self.pool
        instead = pool.waiting & ~(1 << seat) | 1 << other
        if not pool.others_can_be_paired(instead):
            return "rest"
        if not pool.below_can_be_paired(instead):
            return "had_point" if pool.is_last else "below"
        arrived = (instead & pool.arrivals).bit_count()
        if arrived > (pool.waiting & pool.arrivals).bit_count():
            return "from_above"
        return "again" if pool.again(instead) > pool.again(pool.waiting) else "lower"

    def waiting_seats(self) -> list[int]:
        """The seats of those who wait."""
        return list(bits(self.pool.waiting))
