"""The command line: one client of the rest."""
