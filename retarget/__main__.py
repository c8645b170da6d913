"""`python -m retarget`."""

from retarget.cli.main import main

if __name__ == "__main__":  # not in a process that a run of it starts
    main()
