"""`python -m listbuilder`: the same as the console script."""

from listbuilder.cli.start import main

main()
