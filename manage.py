#!/usr/bin/env python
"""The command `clubcomp`, as a checkout has it (clubcomp/__main__.py)."""

import sys

from clubcomp.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
