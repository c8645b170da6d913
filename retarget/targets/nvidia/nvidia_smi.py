"""NVIDIA's GPUs as nvidia-smi tells them: which one programs take, what its driver knows, who else computes on it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from retarget.targets.device import Identity, MissingDevice

DRIVER = "apt-get install nvidia-driver-580, or newer"
ELSEWHERE = f"take a machine with an NVIDIA GPU; if this is one, its driver is missing: {DRIVER}"
_PATIENCE = 20.0  # seconds: without persistence mode the driver of eight GPUs takes ten to wake up
_HUNG = "look for `Xid` in what `dmesg` prints, end what hangs on the GPU, or restart the machine"
_CHANGED = "restart the machine: the driver was changed since it started"
_FIELDS = ("uuid", "name", "driver_version", "compute_cap", "mig.mode.current")


class Listed(Struct, frozen=True):
    """A GPU of the list. is_divided: programs see an instance of it (MIG), never the whole."""

    found: Identity
    is_divided: bool = False


class _Silent(Exception):
    """nvidia-smi did not answer, or with an error, whose first line this is."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.remedy = _CHANGED if "mismatch" in said else ELSEWHERE


class _Hung(_Silent):
    def __init__(self) -> None:
        super().__init__(f"nothing within {_PATIENCE:g} seconds")
        self.remedy = _HUNG


def is_installed() -> bool:
    return shutil.which("nvidia-smi") is not None


def gpus() -> tuple[Listed, ...]:
    """The GPUs in the order of the PCI bus. Raises MissingDevice, which says what to do."""
    try:
        rows = _rows(*_FIELDS)
    except _Silent as silent:
        raise MissingDevice(f"no NVIDIA GPU answers: nvidia-smi says '{silent}'", silent.remedy) from None
    if not rows:
        raise MissingDevice("no NVIDIA GPU answers nvidia-smi", ELSEWHERE)
    return tuple(_listed(*row) for row in rows)


def _rows(*fields: str) -> list[list[str]]:
    """Drivers from before 2022 do not tell the last of them, which are then empty."""
    for count in range(len(fields), 2, -1):
        try:
            lines = _output(f"--query-gpu={','.join(fields[:count])}", "--format=csv,noheader").splitlines()
        except _Silent as silent:
            if "not a valid field" not in str(silent):
                raise
        else:
            rows = (line.split(", ") for line in lines if line.strip())
            return [[*row, *[""] * len(fields)][: len(fields)] for row in rows]
    return []


def _listed(uuid: str, name: str, driver: str, capability: str, mig: str) -> Listed:
    architecture = f"sm_{capability.replace('.', '')}" if re.fullmatch(r"\d+\.\d+", capability) else "native"
    return Listed(Identity(name, architecture, uuid, driver), mig == "Enabled")


def first(listed: Sequence[Listed], environment: Mapping[str, str]) -> Identity | None:
    """The GPU that CUDA gives programs first. None where CUDA alone can say which that is: its own order begins with
    the fastest, and which instance of a divided GPU it takes is its own affair too. Raises MissingDevice where
    programs are shown none."""
    asked = environment.get("CUDA_VISIBLE_DEVICES")
    name = "0" if asked is None else asked.partition(",")[0].strip()
    if name.startswith("MIG-"):
        return None
    number = re.match(r"[+-]?\d+", name)
    if number is None:
        chosen = [g for g in listed if len(name) > len("GPU-") and g.found.uuid.lower().startswith(name.lower())]
    else:
        by_bus = environment.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID"
        if not by_bus and len({(g.found.name, g.found.architecture) for g in listed}) > 1:
            return None
        at = int(number[0])
        chosen = list(listed[at : at + 1]) if at >= 0 else []
    if len(chosen) != 1:
        known = ", ".join(f"{at} ({g.found.name}, {g.found.uuid})" for at, g in enumerate(listed))
        what = f"CUDA_VISIBLE_DEVICES={asked} shows programs no GPU"
        raise MissingDevice(what, f"unset it, or name one of those that are here: {known}")
    return None if chosen[0].is_divided else chosen[0].found


def others(gpu: Identity) -> tuple[str, ...]:
    """Processes that compute on a GPU, with their numbers, as far as this system shows them."""
    try:
        said = _output("--query-compute-apps=gpu_uuid,pid,process_name", "--format=csv,noheader")
    except _Silent:
        return ()
    rows = (line.split(", ", 2) for line in said.splitlines() if line.count(", ") >= 2)
    return tuple(f"{name} ({pid})" for uuid, pid, name in rows if uuid == gpu.uuid and pid != str(os.getpid()))


def cuda_version() -> tuple[int, int] | None:
    """The newest CUDA whose programs the driver runs; None where it is not known."""
    try:
        said = _output("-q", "-d", "COMPUTE")
    except _Silent:
        return None
    found = re.search(r"^CUDA (?:UMD )?Version\s*:\s*(\d+)\.(\d+)", said, re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else None


def _output(*arguments: str) -> str:
    """What nvidia-smi prints. A process that waits for a lost GPU cannot even be killed: it is not waited for."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        raise _Silent("it is not installed")
    asked = subprocess.Popen([tool, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)  # fmt: skip
    try:
        said, _ = asked.communicate(timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        _abandon(asked)
        raise _Hung from None
    if asked.returncode:
        lines = (line.strip() for line in said.splitlines())
        raise _Silent(next(filter(None, lines), f"it ends with {asked.returncode}"))
    return said


def _abandon(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
    if process.stdout:
        process.stdout.close()
