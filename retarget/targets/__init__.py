"""Targets: what a variant is written for and measured against. One file each."""
