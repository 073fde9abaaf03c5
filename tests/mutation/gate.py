"""Does `make test-fast` notice a slip where it matters most?

    python -m tests.mutation.gate

Six slips, one at a time in a copy of the checkout: who may do what, what two devices press at once,
and what a step must refuse. `make test-fast` has to fail on each; it ends with 1 where it passes.
"""

import subprocess
import sys
from pathlib import Path

from tests.mutation.__main__ import scratch_copy

#: File, what stands there once, and what a slip would make of it.
SLIPS = (
    (
        "clubcomp/views/access.py",
        "return role in ALLOWED[action]",
        "return role in ALLOWED[action] or True",
    ),
    (
        "clubcomp/views/results.py",
        "return game.entered_by_id == user.pk or not game.is_decided",
        "return True",
    ),
    (
        "clubcomp/views/results.py",
        'if result.value != form.cleaned_data["seen"]:',
        'if result.value == form.cleaned_data["seen"]:',
    ),
    (
        "clubcomp/flow/step.py",
        "if not (locked.is_running or at_any_stage):",
        "if False:",
    ),
    (
        "clubcomp/flow/results.py",
        "must_be_last(game)\n        write_game(step, game, put_off",
        "write_game(step, game, put_off",
    ),
    (
        "clubcomp/flow/absences/signing_off.py",
        "must_not_be_playing(evening, entry, wanted)\n            store_plan",
        "store_plan",
    ),
)


def main() -> None:
    """Try them all, and say of each whether it was noticed."""
    files = subprocess.check_output(["make", "-s", "fast-files"], text=True).split()
    overlooked = 0
    with scratch_copy():
        if not _passes(files):
            sys.exit("make test-fast fails without any slip.")
        for path, there, slip in SLIPS:
            file = Path(path)
            text = file.read_text()
            if text.count(there) != 1:
                sys.exit(f"{path} has no longer once: {there}")
            file.write_text(text.replace(there, slip))
            passed = _passes(files)
            file.write_text(text)
            overlooked += passed
            print(f"{'OVERLOOKED' if passed else 'noticed'}: {path}: {slip.splitlines()[0]}")  # noqa: T201
    sys.exit(bool(overlooked))


def _passes(files: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", *files]
    return not subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    main()
