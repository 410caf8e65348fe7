"""`python -m rumms` is the command `rumms`."""

import sys

from rumms.cli import main

if __name__ == "__main__":
    sys.exit(main())
