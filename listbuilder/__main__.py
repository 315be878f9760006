"""`python -m listbuilder`: the same as the console script, without the working folder on the import path."""

import sys

# -m puts the working folder first, where a stranger's yaml.py would be imported instead of the real one.
if not sys.flags.safe_path:
    sys.path.pop(0)

from listbuilder.cli.app import main

main()
