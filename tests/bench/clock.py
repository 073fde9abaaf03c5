"""How long does a call take? CPU time of this process, the best of some tries."""

from math import log
from time import process_time


def cpu_ms(call, tries=7):
    """The least CPU time of `call()` over some tries, in milliseconds."""
    best = float("inf")
    for _ in range(tries):
        began = process_time()
        call()
        best = min(best, process_time() - began)
    return 1000 * best


def calibration_ms():
    """A fixed loop of integer work: what "a millisecond" is worth on this machine."""

    def loop():
        total = 0
        for number in range(1_000_000):
            total += number * number % 7
        return total

    return cpu_ms(loop)


def growth(sizes, times):
    """The exponent k of time = c * size**k, by least squares on the logarithms."""
    xs, ys = [log(size) for size in sizes], [log(time) for time in times]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum(
        (x - mean_x) ** 2 for x in xs
    )
