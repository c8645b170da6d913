"""Tuning one kernel on arrays from Python: its variants in one module, launched by the driver's calls.

Raises MissingTool when it is imported without numpy.
"""

from retarget.errors import MissingTool

try:
    import numpy  # noqa: F401  (what the modules here import)
except ImportError:
    raise MissingTool("numpy, which holds the arrays, is missing", "pip install 'numpy>=1.26,<3'") from None
