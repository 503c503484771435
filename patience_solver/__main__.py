"""`python -m patience_solver`: the command line."""

import sys

from patience_solver.cli import main

if __name__ == "__main__":
    sys.exit(main())
