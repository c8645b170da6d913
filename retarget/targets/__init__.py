"""Devices: what launching a kernel takes, and who answers for it."""
