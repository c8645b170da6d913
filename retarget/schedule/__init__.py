"""Schedules: what a thread and a block do, changed in CUDA's text; the space of variants."""
