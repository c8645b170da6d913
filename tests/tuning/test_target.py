"""The device that is tuned for, as a nvidia-smi of ours tells it: which one, what hides it, what speaks against it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.errors import MissingTool
from retarget.system import exits
from retarget.targets.device import Identity, MissingDevice
from retarget.targets.nvidia import device, nvidia_smi
from retarget.targets.nvidia.compiler import CudaCompiler, CudaCompilerKind
from retarget.targets.nvidia.nvidia_smi import Listed, first
from retarget.targets.nvidia.platform import platform
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.platform import Platform
from retarget.tuning.kernel.on_cases import found_machine
from retarget.tuning.measurements import tuning_key
from tests.command_line import forked
from tests.fake_smi import H200, Smi
from tests.places import SAMPLES

OTHER_H200 = Identity("NVIDIA H200", "sm_90", "GPU-9a11e0c2-1111-2222-3333-444455556666", "580.159.04")
L4 = Identity("NVIDIA L4", "sm_89", "GPU-1f4a9d3e-7777-8888-9999-aaaabbbbcccc", "580.159.04")


@pytest.fixture
def smi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Smi:
    return Smi(tmp_path, monkeypatch)


def test_a_gpu_is_found_with_its_driver_and_what_it_is(smi: Smi) -> None:
    found = platform(True)
    assert (found.device, found.architecture, found.driver, found.uuid) == (H200.name, "sm_90", H200.driver, H200.uuid)
    assert not found.concerns
    assert "release 13.0" in found.compiler


def test_results_are_kept_under_the_driver_and_devices_locked_by_what_they_are(smi: Smi) -> None:
    found = platform(True)
    smi.tell(OTHER_H200)
    alike = platform(True)
    smi.tell(Identity(H200.name, H200.architecture, H200.uuid, "590.1"))
    newer = platform(True)
    assert found.key == alike.key and found.unit != alike.unit  # what one measured counts for the other
    assert found.key != newer.key and found.unit == newer.unit
    plain = Platform("cpu", "this processor", "g++", found.limits)
    assert tuning_key(*plain.key) == tuning_key("this processor", "g++")  # as results of before were named


@pytest.mark.parametrize(
    ("visible", "order", "gpus", "found"),
    [
        (None, None, (H200, OTHER_H200), H200),
        ("1", None, (H200, OTHER_H200), OTHER_H200),
        (" 1,0", None, (H200, OTHER_H200), OTHER_H200),
        ("1", "PCI_BUS_ID", (L4, H200), H200),
        (None, "PCI_BUS_ID", (L4, H200), L4),
        (H200.uuid, None, (L4, H200), H200),
        ("GPU-720f,GPU-1f", None, (L4, H200), H200),
        (H200.uuid.upper(), "FASTEST_FIRST", (L4, H200), H200),
        ("0", None, (H200,), H200),
    ],
)
def test_the_gpu_that_programs_see_is_taken(
    visible: str | None, order: str | None, gpus: tuple[Identity, ...], found: Identity, smi: Smi,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    smi.tell(*gpus)
    for name, value in (("CUDA_VISIBLE_DEVICES", visible), ("CUDA_DEVICE_ORDER", order)):
        if value is not None:
            monkeypatch.setenv(name, value)
    target = platform(True)
    assert (target.uuid, target.device) == (found.uuid, found.name)


@pytest.mark.parametrize("visible", ["", "-1", "2", "GPU-", "GPU-ffff", "none"])
def test_where_programs_see_no_gpu_that_is_told(visible: str, smi: Smi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    with pytest.raises(MissingDevice, match=f"={visible} shows programs no GPU: unset it, or name .*0 .NVIDIA H200"):
        platform(True)


@pytest.mark.parametrize(
    ("visible", "gpus", "mig"),
    [(None, (L4, H200), "Disabled"), ("1", (L4, H200), "Disabled"), (None, (H200,), "Enabled"),
     ("MIG-5b0a", (H200,), "Enabled"), (H200.uuid, (H200,), "Enabled")],
)  # fmt: skip
def test_what_cuda_alone_knows_is_asked_of_it(
    visible: str | None, gpus: tuple[Identity, ...], mig: str, smi: Smi, monkeypatch: pytest.MonkeyPatch
) -> None:
    smi.tell(*gpus, mig=mig)
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)

    def absent() -> tuple[Identity, ...]:
        raise MissingTool("cuda-bindings is not installed", "pip")

    monkeypatch.setattr(device, "devices", absent)
    with pytest.raises(MissingDevice, match=r"NVIDIA H200.* is CUDA's own choice.*: export CUDA_DEVICE_ORDER=PCI_BUS"):
        platform(True)
    known = Identity("NVIDIA H200 MIG 1g.18gb", "sm_90", "GPU-5b0a", "CUDA 13.0")
    monkeypatch.setattr(device, "devices", lambda: (known,))
    found = platform(True)
    assert (found.device, found.driver) == (known.name, H200.driver)


listed = st.lists(st.sampled_from([H200, OTHER_H200, L4]), min_size=1, unique=True)
visible = st.text(st.sampled_from("GPU-MIG01279f, +x"), max_size=12) | st.sampled_from([H200.uuid, L4.uuid[:9]])


@given(listed, visible, st.sampled_from(["PCI_BUS_ID", "FASTEST_FIRST", ""]))
def test_any_choice_is_one_of_those_that_are_here(gpus: list[Identity], asked: str, order: str) -> None:
    try:
        found = first([Listed(g) for g in gpus], {"CUDA_VISIBLE_DEVICES": asked, "CUDA_DEVICE_ORDER": order})
    except MissingDevice:
        return
    assert found in gpus or (found is None and (asked.lstrip().startswith("MIG-") or len(gpus) > 1))


def test_other_processes_on_the_gpu_are_named(smi: Smi) -> None:
    ours, theirs = f"{H200.uuid}, {os.getpid()}, python3", f"{OTHER_H200.uuid}, 77, elsewhere"
    smi.tell(H200, others=f"{ours}\n{theirs}")
    assert not platform(True).concerns
    smi.tell(H200, others=f"{ours}\n{theirs}\n{H200.uuid}, 78, /opt/a, b/train")
    (said,) = platform(True).concerns
    assert said.startswith("NVIDIA H200 is shared with /opt/a, b/train (78): times suffer")
    smi.tell(H200, others="\n".join(f"{H200.uuid}, {n}, x" for n in range(100000, 100009)))
    (said,) = platform(True).concerns
    assert "x (100004) and 4 more: times" in said


@pytest.mark.parametrize(("newest", "too_old"), [("12.8", True), ("13.0", False), ("13.2", False), ("14.0", False)])
def test_a_driver_older_than_the_toolkit_is_told(newest: str, too_old: bool, smi: Smi) -> None:
    smi.tell(H200, newest=newest)
    concerns = platform(True).concerns
    assert bool(concerns) is too_old
    if too_old:
        assert f"CUDA {newest} and before, and" in concerns[0] and "nvidia-driver-580" in concerns[0]
        assert "RETARGET_NVCC" in concerns[0]


def test_the_release_of_clangs_toolkit_is_its_headers(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    clang = CudaCompiler("clang++", "clang version 19", CudaCompilerKind.CLANG, tmp_path)
    assert clang.release is None
    (tmp_path / "include/cuda.h").write_text("// CUDA\n#define CUDA_VERSION 12090\n")
    assert clang.release == (12, 9)


def test_drivers_that_tell_less_are_asked_for_less(smi: Smi) -> None:
    smi.tool("nvidia-smi", 'case "$*" in *compute_cap*) echo \'Field "compute_cap" is not a valid field to query.\'; '
             f"exit 2;; *query-gpu*) echo '{H200.uuid}, NVIDIA H200, 470.5';; *) exit 1;; esac")  # fmt: skip
    found = platform(True)
    assert (found.device, found.driver, found.architecture, found.concerns) == ("NVIDIA H200", "470.5", "native", ())


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("echo No devices were found; exit 6", "'No devices were found': take a machine with an NVIDIA GPU"),
        ("echo; echo Driver/library version mismatch >&2; exit 18", "mismatch': restart the machine"),
        ("exit 9", "'it ends with 9': take a machine"),
        ("exit 0", "no NVIDIA GPU answers nvidia-smi: take a machine"),
    ],
)
def test_a_gpu_that_does_not_answer_is_told(script: str, what: str, smi: Smi) -> None:
    smi.tool("nvidia-smi", script)
    with pytest.raises(MissingDevice, match=what) as error:
        platform(True)
    assert "install it with" not in str(error.value), "a GPU is not installed by a command"


def test_a_hanging_gpu_is_told_soon(smi: Smi, monkeypatch: pytest.MonkeyPatch) -> None:
    smi.tool("nvidia-smi", "sleep 60 & wait")
    monkeypatch.setattr(nvidia_smi, "_PATIENCE", 0.3)
    began = time.monotonic()
    with pytest.raises(MissingDevice, match=r"'nothing within 0.3 seconds': look for `Xid`"):
        platform(True)
    assert time.monotonic() - began < 5


def test_where_nvidia_smi_is_not_installed_the_driver_is_asked(smi: Smi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia_smi, "is_installed", lambda: False)
    monkeypatch.setattr(device, "devices", lambda: (Identity("NVIDIA Thor", "sm_110", "GPU-1", "CUDA 13.0"),))
    assert platform(True).key[::2] == ("NVIDIA Thor", "CUDA 13.0")


def test_where_nvidia_smi_is_not_installed_the_drivers_own_words_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden() -> None:
        raise MissingDevice("no NVIDIA GPU answers", "unset CUDA_VISIBLE_DEVICES, which shows programs none")

    monkeypatch.setattr(nvidia_smi, "is_installed", lambda: False)
    monkeypatch.setattr(device, "devices", hidden)
    with pytest.raises(MissingDevice, match="unset CUDA_VISIBLE_DEVICES"):
        platform(True)


def test_both_modes_mean_the_same_device(smi: Smi, monkeypatch: pytest.MonkeyPatch) -> None:
    smi.tell(H200, OTHER_H200)
    monkeypatch.setattr(device, "devices", lambda: (H200,))
    monkeypatch.setattr(device, "library", lambda: None)
    whole, alone = platform(True), found_machine(NVIDIA).platform
    assert (alone.device, alone.driver, alone.unit) == (whole.device, whole.driver, whole.unit)


def test_a_gpu_that_does_not_answer_is_no_bug_of_ours(smi: Smi, tmp_path: Path) -> None:
    smi.tool("nvidia-smi", "echo No devices were found; exit 6")
    told = forked("tune", SAMPLES / "lu.cu", "--to", "nvidia", env=os.environ | {"RETARGET_CACHE_DIR": str(tmp_path)})
    assert told.code == exits.MISSING
    assert "No devices were found" in told.err and "take a machine" in told.err
