"""Launches taken from a running program: written down, kept as files, launched again anywhere."""
