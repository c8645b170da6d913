"""A nvidia-smi of ours on the path, so that what is done before a GPU is needed can be looked at without one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retarget.targets.device import Identity

H200 = Identity("NVIDIA H200", "sm_90", "GPU-720f0107-6b30-def3-53a1-9d5d87684c18", "580.159.04")
LOG = "\n==============NVSMI LOG==============\n\nDriver Version          : 580.159.04\nCUDA Version            : {}\n"


class Smi:
    """It tells of these GPUs and processes; a nvcc of release 13.0 is beside it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "tools"
        self.folder.mkdir()
        monkeypatch.setenv("PATH", f"{self.folder}{os.pathsep}{os.environ['PATH']}")
        for name in ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "RETARGET_NVCC"):
            monkeypatch.delenv(name, raising=False)
        self.tool("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.48'")
        self.tell(H200)

    def tool(self, name: str, script: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def tell(self, *gpus: Identity, others: str = "", newest: str = "13.0", mig: str = "Disabled") -> None:
        rows = [f"{g.uuid}, {g.name}, {g.driver}, {g.architecture[3:-1]}.{g.architecture[-1]}, {mig}" for g in gpus]
        told = {"gpus": "\n".join(rows), "others": others, "log": LOG.format(newest)}
        for name, text in told.items():
            (self.folder / name).write_text(f"{text}\n" if text else "")
        answers = "*query-gpu*) cat gpus;; *query-compute-apps*) cat others;; *) cat log;;"
        self.tool("nvidia-smi", f'cd {self.folder}; case "$*" in {answers} esac')
