"""`python -m tests.pairing.truth SYSTEM [ROUNDS [FIRST]]`: what is false, and the figures."""

import os
import sys
import time
from collections import Counter
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.utils.translation import override  # noqa: E402

from tests.pairing.truth.rounds import random_round  # noqa: E402
from tests.pairing.truth.verdict import Verdict, verdict_on  # noqa: E402


def main(system, rounds=200, first=0):
    verdict, kinds, begun = Verdict(), Counter(), time.process_time()
    with override("en"):
        for number in range(int(first), int(first) + int(rounds)):
            one = verdict_on(*random_round(system, number))
            for wrong in one.false:
                kinds[wrong.split("(")[0].rpartition(" ")[2]] += 1
                sys.stdout.write(f"{wrong}\n")
            verdict.add(one)
    sys.stdout.write(
        f"{system}: {verdict.rounds} rounds, {verdict.statements} statements, "
        f"{verdict.unchecked} unchecked, {len(verdict.false)} false; words median "
        f"{median(verdict.words)}, most {max(verdict.words)}; "
        f"{time.process_time() - begun:.0f} s; {dict(kinds.most_common())}\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
