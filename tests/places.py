"""Where things stand that tests of any folder read."""
from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SAMPLES = ROOT / "samples"
