"""A program that uses the database, for the tests to start, watch and kill.

It runs each line of its input in a connection of its own, as a request does, and answers with a
line of JSON: the rows, or the words of the error. "fork" starts a child that ends at once, "fork
and stay" one that stays until it is killed; the answer is its number.
"""

import json
import os
import signal
import sys
import time

import django
from django.conf import settings
from django.db import Error, connection

# A program started in the background of a script ignores Ctrl-C, and so would its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

OPTIONS = {"pool": {"min_size": 1, "max_size": 4, "timeout": 10}} if "pool" in sys.argv else {}
settings.configure(
    DATABASES={
        "default": {"ENGINE": "clubcomp.running.postgres", "NAME": "clubcomp", "OPTIONS": OPTIONS},
    }
)
django.setup()


def answer(line):
    """What one line of input asks for."""
    if line.startswith("fork"):
        child = os.fork()
        if child == 0:
            time.sleep(600 if line == "fork and stay" else 0)
            sys.exit()  # with all that Python does at its end
        if line == "fork":
            os.waitpid(child, 0)
        return child
    try:
        with connection.cursor() as cursor:
            cursor.execute(line)
            return cursor.fetchall() if cursor.description else []
    except Error as problem:
        return str(problem)
    finally:
        connection.close()


for line in sys.stdin:
    sys.stdout.write(json.dumps(answer(line.strip()), default=str) + "\n")
    sys.stdout.flush()
