"""The command that installs what is missing, on the system at hand."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

_COMMANDS = {"apt-get": "apt-get install", "dnf": "dnf install", "zypper": "zypper install", "pacman": "pacman -S"}
_FAMILIES = {
    "apt-get": {"debian", "ubuntu"},
    "dnf": {"fedora", "rhel", "centos"},
    "zypper": {"suse", "opensuse", "sles"},
    "pacman": {"arch"},
}
_PACKAGES = {
    "compiler": {
        "apt-get": "clang-19 clang-tools-19 llvm-19 lld-19",  # the tools bundle code of devices
        "dnf": "clang clang-tools-extra llvm lld",
        "zypper": "clang lld",
        "pacman": "rocm-llvm",
    },
    "hip": {
        "apt-get": "libamdhip64-dev",
        "dnf": "rocm-hip-devel",
        "zypper": "rocm-hip-devel",
        "pacman": "hip-runtime-amd",
    },
    "device libraries": {
        "apt-get": "rocm-device-libs",
        "dnf": "rocm-device-libs",
        "zypper": "rocm-device-libs",
        "pacman": "rocm-device-libs",
    },
    "boost": {
        "apt-get": "libboost-context-dev",
        "dnf": "boost-devel",
        "zypper": "libboost_context-devel",
        "pacman": "boost",
    },
    "blas": {"apt-get": "libblas-dev", "dnf": "openblas-devel", "zypper": "cblas-devel", "pacman": "cblas"},
    "openmp": {  # Debian's is of one release of clang
        "apt-get": "libomp-{clang}-dev",
        "dnf": "libomp-devel",
        "zypper": "libomp-devel",
        "pacman": "openmp",
    },
    "smi": {  # AMD's repository calls it rocm-smi-lib
        "apt-get": "librocm-smi-dev",
        "dnf": "rocm-smi-devel",
        "zypper": "rocm-smi-devel",
        "pacman": "rocm-smi-lib",
    },
    "git": dict.fromkeys(_COMMANDS, "git"),
    "bear": dict.fromkeys(_COMMANDS, "bear"),
    "c++": {"apt-get": "g++", "dnf": "gcc-c++", "zypper": "gcc-c++", "pacman": "gcc"},
}

# A library's package in AMD's ROCm repositories, by the folder of its headers.
_LIBRARIES = {"thrust": "rocthrust", "miopen": "miopen-hip"} | {
    name: name for name in "hipblas hipblaslt hipfft hiprand hipsparse hipsolver hipcub rocprim rccl roctracer".split()
}


def library_command(header: str) -> str | None:
    """Installs the ROCm library that has this header; None for headers of no such library.

    >>> library_command("hiprand/hiprand.h") is None
    False
    """
    if re.match(r"rocm_smi(?:/|64\Z)", header):
        return install_command("smi")
    package = _LIBRARIES.get(header.split("/", 1)[0])
    if package is None:
        return None
    return _from_rocm(package)


def _from_rocm(package: str) -> str:
    manager = package_manager()
    suffix = "-dev" if manager == "apt-get" else "-devel"
    return f"{_COMMANDS[manager]} {package}{suffix} (with AMD's ROCm repository)"


_NO_OPENMP = re.compile(r"'omp\.h' file not found|(?:cannot find|unable to find library) -lomp\b")


def lacks_openmp(message: str) -> bool:
    """Whether a compiler or a linker says that OpenMP is missing.

    >>> lacks_openmp("'omp.h' file not found"), lacks_openmp("cannot find -lompl")
    (True, False)
    """
    return _NO_OPENMP.search(message) is not None


def openmp_command(clang: int, of_rocm: bool = False) -> str:
    """Installs the header and the library of OpenMP for this release of clang, which reads no other's."""
    return _from_rocm("openmp-extras") if of_rocm else install_command("openmp").format(clang=clang)


def install_command(*what: str, os_release: Path = Path("/etc/os-release")) -> str:
    """Installs what a key of the table names, such as "compiler"; where the system is unknown, Debian's command."""
    manager = package_manager(os_release)
    return f"{_COMMANDS[manager]} {' '.join(_PACKAGES[item][manager] for item in what)}"


def package_manager(os_release: Path = Path("/etc/os-release")) -> str:
    """By /etc/os-release (ID and ID_LIKE), else by what is on the path, else apt-get."""
    try:
        lines = os_release.read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    names = f"{fields.get('ID', '')} {fields.get('ID_LIKE', '')}".replace('"', " ").lower()
    ids = {part for word in names.split() for part in (word, word.split("-")[0])}
    named = (manager for manager, family in _FAMILIES.items() if family & ids)
    present = (manager for manager in _COMMANDS if shutil.which(manager))
    return next(named, None) or next(present, "apt-get")
