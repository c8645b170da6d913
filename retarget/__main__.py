"""`python -m retarget`."""

from retarget.cli import main

main()
