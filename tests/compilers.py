"""The compilers that tests build with, and marks for tests that are skipped, with the remedy told, where one is absent."""

from __future__ import annotations

import pytest

from retarget.compiler import Compiler, find_compiler
from retarget.host.compiler import find_host_compiler
from retarget.toolchain import MissingTool

HIP_COMPILER: Compiler | None = None
_no_hip_compiler = _no_host_compiler = ""
try:
    HIP_COMPILER = find_compiler()
except MissingTool as error:
    _no_hip_compiler = str(error)
try:
    find_host_compiler()
except MissingTool as error:
    _no_host_compiler = str(error)

needs_hip_compiler = pytest.mark.skipif(HIP_COMPILER is None, reason=_no_hip_compiler)
needs_host_compiler = pytest.mark.skipif(bool(_no_host_compiler), reason=_no_host_compiler)
