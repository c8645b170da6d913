"""NVML's calls by way of ROCm SMI: what a program is told, in NVML's units and words."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.compilers import runs_compilers
from tests.places import ROOT, TESTS

ANSWERS = """\
init 0 count 0 2 none 2 one 0
name GPU 1 uuid GPU-000000000000abc1 found 1 bios 113-1 short 7
00000001:41:03.0 0001:41:03.0 74011002 0 found 1 elsewhere 6
memory 1001 701 300 use 71 31 degrees 45 fan 20
mW 250000 of 500000 from 100000 to 600000 set 4 mJ 31000
MHz 1000 2700 driver 6.3.60 smi 7.3.1 serial Not Supported end Uninitialized
"""


@runs_compilers
def test_a_machine_of_two_devices_answers_as_nvml_would(tmp_path: Path) -> None:
    smi, made = TESTS / "hip_parts" / "smi", tmp_path / "nvml"
    folders = (f"-I{ROOT}/templates/hip", "-idirafter", str(smi))
    command = ("gcc", "-std=c11", "-Wall", "-Werror", *folders, str(smi / "nvml.c"), "-o", str(made))
    subprocess.run(command, check=True)
    assert subprocess.run([made], capture_output=True, text=True, check=True).stdout == ANSWERS
