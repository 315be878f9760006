"""`python -m listbuilder`: the same as the console script."""

from listbuilder.ui.cli.start import main

main()
