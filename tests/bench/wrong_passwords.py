"""Loops of wrong passwords against a site that runs, while `phones` asks it for a page.

`python -m tests.bench.wrong_passwords HOST:PORT --loops 16 --seconds 30` prints how many were
answered with which status, as one line of JSON. Each loop tries an account of its own, from the
one address that this machine has.
"""

import argparse
import json
import re
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FORM = "application/x-www-form-urlencoded"


def loop(host, account, until):
    """Wrong passwords for one account, one after the other."""
    answers = Counter()
    while time.monotonic() < until:
        try:
            site = HTTPConnection(host, timeout=30)
            site.request("GET", "/sign-in/")
            page = site.getresponse()
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


def main():
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("--loops", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=30)
    asked = parser.parse_args()
    until = time.monotonic() + asked.seconds
    with ThreadPoolExecutor(asked.loops) as pool:
        tried = [
            pool.submit(loop, asked.host, f"nobody{number}@example.org", until)
            for number in range(asked.loops)
        ]
    answers = sum((one.result() for one in tried), Counter())
    sys.stdout.write(json.dumps(answers) + "\n")


if __name__ == "__main__":
    main()
