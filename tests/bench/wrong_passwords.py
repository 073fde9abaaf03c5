"""Do loops of wrong passwords keep others waiting? `python -m tests.bench.wrong_passwords`.

It serves the demo, asks a public page of it at a constant rate (`phones`), without the loops and
with them, and prints how long that took and how many sign-ins were answered with which status.
With HOST:PORT it tries a site that runs. Each loop tries an account of its own, from the one
address that this machine has, and leaves the CPU to the site: it stands for other machines.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from tests.postgres.machines import free_port, is_up

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
#: The demo's evening.
PAGE = "/testtoren/snelschaak/tonight/"
FORM = "application/x-www-form-urlencoded"


def loop(host, account, until):
    """Wrong passwords for one account, one after the other."""
    answers = Counter()
    while time.monotonic() < until:
        try:
            site = HTTPConnection(host, timeout=30)
            site.request("GET", "/sign-in/")
            page = site.getresponse()
            if page.status == 503:
                answers["503"] += 1
                continue
            cookie = page.headers["Set-Cookie"].split(";")[0]
            token = TOKEN.search(page.read().decode())[1]
            fields = {"username": account, "password": "wrong", "csrfmiddlewaretoken": token}
            headers = {"Cookie": cookie, "Content-Type": FORM}
            site.request("POST", "/sign-in/", urlencode(fields), headers)
            answer = site.getresponse()
            answer.read()
            answers[str(answer.status)] += 1
        except (OSError, HTTPException) as problem:
            answers[type(problem).__name__] += 1
    return answers


def tried(host, loops, seconds):
    """All loops at once; what they were answered."""
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(loops) as pool:
        running = [
            pool.submit(loop, host, f"nobody{number}@example.org", until) for number in range(loops)
        ]
    return sum((one.result() for one in running), Counter())


def followed(host, asked):
    """Phones that ask for the page, as a program of their own."""
    words = [f"--rate={asked.rate}", f"--seconds={asked.seconds}"]
    command = [sys.executable, "-m", "tests.bench.phones", host, asked.page, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@contextmanager
def demo():
    """The demo, served as `make run` does: where it is."""
    port, folder = free_port(), tempfile.mkdtemp(prefix="clubcomp-bench-", dir="/tmp")
    Path(folder).chmod(0o755)
    environment = os.environ | {"CLUBCOMP_DEMO": "1", "CLUBCOMP_DATA_DIR": folder}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            while not is_up(port):
                time.sleep(0.5)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()
            shutil.rmtree(folder, ignore_errors=True)


def main():
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", nargs="?")
    parser.add_argument("--page", default=PAGE)
    parser.add_argument("--loops", type=int, default=16)
    parser.add_argument("--rate", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=30)
    asked = parser.parse_args()
    with nullcontext(asked.host) if asked.host else demo() as host:
        for loops in (0, asked.loops):
            with followed(host, asked) as phones:
                os.nice(10 if loops else 0)
                answers = tried(host, loops, asked.seconds) if loops else {}
                page = json.loads(phones.stdout.read())
            said = {"loops": loops, "sign-ins": answers, "page": page}
            sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
