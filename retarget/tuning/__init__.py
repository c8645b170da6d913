"""Choosing on a device: a program is built with variants of its kernels, run, judged and timed; the best are kept."""
