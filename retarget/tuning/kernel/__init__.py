"""Tuning one kernel on arrays from Python: its variants in one module, launched by the driver's calls."""
