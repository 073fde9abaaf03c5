#!/usr/bin/env python
"""Clubcomp's command line: the commands on files, which need no site, and Django's."""

import os
import sys

from pairing import commands

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in commands.COMMANDS:
        sys.exit(commands.main(sys.argv))
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
    execute_from_command_line(sys.argv)
