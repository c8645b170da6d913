"""Pieces from which `random_kernels` composes programs."""
