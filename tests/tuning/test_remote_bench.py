"""A kernel tuned on the workers that a Dask scheduler has, each with a device that is made up."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_workers_of_dask(tmp_path: Path) -> None:
    """They choose what one device does; one that goes, or whose memory is too small, costs its replay alone."""
    pytest.importorskip("distributed")
    begin = "from tests.tuning.remote_tunings import main; main()"  # its functions go to workers by their names
    words = [sys.executable, "-c", begin, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["all"] == found["one"] and found["one"][0] == 3 and found["one"][4] == []
    assert found["all, workers"] == 2
    for name, why in (("full", "CUDA_ERROR_OUT_OF_MEMORY"), ("gone", "its worker is gone")):
        assert found[name][:4] == found["one"][:4]
        (note,) = found[name][4]
        assert why in note and "is left out" in note
    trouble, why, is_soon = found["before"]
    assert trouble == "LOST" and "its worker is gone" in why and is_soon
