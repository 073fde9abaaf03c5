"""FIDE's Berger tables, written a second time: each round is made from the round before it.

The first round is 1 against N, 2 against N - 1, and so on. From one round to the next everybody but
N moves on by half of N, round the circle of the others, and N changes colours. Shares no code with
the engine.
"""


def table(players):
    """The rounds of one cycle for so many players; in an odd field the last number is nobody."""
    size = players + players % 2
    boards = [(number, size + 1 - number) for number in range(1, size // 2 + 1)]
    rounds = [boards]
    for _ in range(size - 2):
        moved = [tuple(_moved(number, size) for number in board) for board in rounds[-1]]
        first = next(board for board in moved if size in board)
        others = [board for board in moved if size not in board]
        pivot = next(number for number in first if number != size)
        others.sort(key=lambda board: (board[0] - pivot) % (size - 1))
        rounds.append([first[::-1], *others])
    return rounds


def _moved(number, size):
    if number == size:
        return number
    return (number + size // 2 - 1) % (size - 1) + 1


def schedule(players, cycles=1, swap_last_two=True):
    """(row of the table, cycle, boards) of every round, in order of play."""
    once = [(row, 1, boards) for row, boards in enumerate(table(players), start=1)]
    if cycles == 1:
        return once
    again = [(row, 2, [board[::-1] for board in boards]) for row, _, boards in once]
    if swap_last_two and len(once) > 1:
        once[-2], once[-1] = once[-1], once[-2]
    return once + again
