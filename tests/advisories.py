"""Is something known against a package that comes with the program? `make advisories`.

`pip-audit` asks PyPI of each package of requirements.lock, on whatever machine it is needed.
It fails where something is known; where nobody answers it says so aloud, and does not.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LOCK = Path(__file__).parent.parent / "requirements.lock"
NOT_ASKED = "NOT ASKED what is known against packages: no service of advisories answers."


def known(lock: str, *service: str) -> tuple[list[str], list[str]]:
    """What is known against the packages of a lock, a line each; and of which nobody answered.

    `service` are options of pip-audit that name another one.
    """
    pinned = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", lock, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "requirements.txt")
        file.write_text("".join(f"{name}=={version}\n" for name, version in pinned))
        asks = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--format", "json"]
        asks += ["--no-deps", "--disable-pip", "--requirement", str(file), *service]
        done = subprocess.run(asks, capture_output=True, text=True, check=False)
    try:
        answers = json.loads(done.stdout)["dependencies"]
    except ValueError:  # it gave up
        return [], [name for name, _version in pinned]
    found = [
        f"{one['name']} {one['version']}: {problem['id']}, mended in"
        f" {', '.join(problem['fix_versions']) or 'no version yet'}"
        for one in answers
        for problem in one.get("vulns", ())
    ]
    return found, [one["name"] for one in answers if "skip_reason" in one]


def main() -> int:
    """Say it; 1 where something is known."""
    found, unanswered = known(LOCK.read_text("utf-8"))
    sys.stdout.writelines(f"{line}\n" for line in found)
    if unanswered:
        sys.stdout.write(f"{NOT_ASKED} ({len(unanswered)}: {', '.join(unanswered)})\n")
    elif not found:
        sys.stdout.write("Nothing is known against a package that comes with the program.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
