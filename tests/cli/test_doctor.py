"""What the doctor says, of this machine and of poorer ones."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from retarget.cli import doctor
from retarget.cli.doctor import Finding, Purpose
from retarget.errors import MissingTool
from retarget.system import exits, remedies
from retarget.system.remedies import install_command, lacks_openmp, openmp_command, package_manager
from retarget.targets.amd.compiler import Compiler, HipCompilerKind
from tests.compilers import runs_compilers
from tests.values import replace


@runs_compilers
def test_it_finds_what_translation_needs_here() -> None:
    findings = doctor.examine()
    assert {f.purpose for f in findings} == set(Purpose)
    assert {"parser", "CUDA's headers", "HIP compiler", "AMD GPU", "NVIDIA GPU"} <= {f.what for f in findings}
    assert all(f.detail for f in findings)
    assert doctor.exit_code(findings) == exits.OK


@runs_compilers
def test_without_headers_translation_is_not_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise MissingTool("CUDA's headers are missing", "pip install them")

    monkeypatch.setattr(doctor, "find_headers", nothing)
    findings = doctor.examine()
    assert [f.remedy for f in findings if f.what == "headers for parsing"] == ["pip install them"]
    assert doctor.exit_code(findings) == exits.MISSING


@runs_compilers
def test_without_a_compiler_it_still_translates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RETARGET_HIPCC", str(tmp_path / "none"))
    findings = doctor.examine()
    (compiler,) = (f for f in findings if f.purpose is Purpose.BUILD)
    assert not compiler.present
    assert compiler.remedy
    assert doctor.exit_code(findings) == exits.OK


@runs_compilers
def test_devices_that_cannot_be_asked_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_DEVICES", "import os; os.abort()")
    monkeypatch.setenv("PATH", "")
    gpus = [f for f in doctor.examine() if f.what.endswith("GPU")]
    assert [f.present for f in gpus] == [False, False]


@runs_compilers
def test_what_tuning_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object) -> None:
        raise MissingTool("no nvcc", "install nvcc")

    def no_package(name: str) -> None:
        raise doctor.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "find_cuda_compiler", absent)
    monkeypatch.setattr(doctor.metadata, "distribution", no_package)
    remedies = {f.what: f.remedy for f in doctor.examine()}
    assert remedies["CUDA compiler"] == "install nvcc"
    assert remedies["CUDA from Python"] == "pip install cuda-bindings"
    assert remedies["search strategies"] == "pip install kernel_tuner"
    assert remedies["charts of reports"] == "pip install matplotlib"


def test_the_table_fits_and_shows_the_remedy() -> None:
    present = Finding("parser", Purpose.TRANSLATE, True, "libclang 18.1.1", "/a/long/path" * 12)
    missing = Finding("HIP's headers", Purpose.BUILD, False, "not there", "", "apt-get install libamdhip64-dev")
    out = io.StringIO()
    Console(file=out, width=80).print(doctor.table((present, missing, replace(missing, remedy=""))))
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "install it with: apt-get install libamdhip64-dev" in " ".join(out.getvalue().split())
    assert "missing: not there" in out.getvalue()


@runs_compilers
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.report(True) == exits.OK
    told = json.loads(capsys.readouterr().out)["findings"]
    assert {"what", "purpose", "present", "detail", "place", "remedy"} == set(told[0])


@pytest.mark.parametrize(
    ("text", "manager"),
    [
        ("ID=debian\n", "apt-get"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "apt-get"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "dnf"),
        ('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "zypper"),
        ("ID=arch\n", "pacman"),
    ],
)
def test_the_systems_own_package_manager(tmp_path: Path, text: str, manager: str) -> None:
    release = tmp_path / "os-release"
    release.write_text(text)
    assert package_manager(release) == manager
    assert install_command("compiler", "hip", os_release=release).startswith(manager)


@pytest.mark.parametrize(
    ("message", "lacks"),
    [
        ("'omp.h' file not found", True),
        ("cannot find -lomp: No such file or directory", True),
        ("ld.lld: error: unable to find library -lomp", True),
        ("cannot find -lompi: No such file or directory", False),
        ("'comp.h' file not found", False),
    ],
)
def test_what_says_that_openmp_is_missing(message: str, lacks: bool) -> None:
    assert lacks_openmp(message) == lacks


def test_openmp_is_that_of_the_clang_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remedies, "package_manager", lambda *_: "apt-get")
    assert openmp_command(17) == "apt-get install libomp-17-dev"
    assert openmp_command(18, of_rocm=True).startswith("apt-get install openmp-extras-dev")


def test_a_header_of_openmp_is_found_where_the_compiler_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(Path("/llvm/bin/clang++"), (18, 1, 0), HipCompilerKind.CLANG, Path("/usr"), None, (5, 2, 0))
    place = "/llvm/lib/clang/18/include/omp.h"
    monkeypatch.setattr(doctor, "find_compiler", lambda: compiler)
    said = {"-H": f". {place}\n.. /usr/include/stdlib.h\n"}
    monkeypatch.setattr(doctor, "_output", lambda *words, **_: next((said[w] for w in words if w in said), ""))
    found = {f.what: f for f in doctor.examine()}["OpenMP"]
    assert (found.present, found.place, found.remedy) == (True, place, "")
    said.clear()
    found = {f.what: f for f in doctor.examine()}["OpenMP"]
    assert not found.present and found.remedy == openmp_command(18)


def test_an_unknown_system_gets_a_command_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert install_command("c++", os_release=tmp_path / "none") == "apt-get install g++"
