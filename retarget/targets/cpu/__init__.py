"""The host target: programs built for the processor, run with a device's semantics, and judged."""
