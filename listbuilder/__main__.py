"""`python -m listbuilder`: the same as the console script."""

from listbuilder.cli.app import main

main()
