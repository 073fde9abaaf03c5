"""`python -m pairing`: the commands on files."""

import sys

from pairing.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv))
