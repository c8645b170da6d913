"""What a unit costs grows with its texts: no question about all of them reads each of them again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from command_line import retarget

from retarget.source.lexer import code, tokens
from retarget.source.recent import Recent
from retarget.system import exits

HEADER = """#pragma once
#define CHECK_{0}(call) do {{ if ((call) != cudaSuccess) abort(); }} while (0)
inline cudaError_t free_{0}(float* a) {{ return cudaFree(a); }}
__device__ inline int lane_{0}() {{ int l; asm("mov.u32 %0, %laneid;" : "=r"(l)); return l; }}
"""


@pytest.mark.slow
def test_each_text_of_a_unit_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    for i in range(4):
        Path(f"h{i}.h").write_text(HEADER.format(i))
    Path("a.cu").write_text("".join(f'#include "h{i}.h"\n' for i in range(4)) + "__global__ void k() { lane_0(); }\n")
    original = tokens._function

    def counted(text: str) -> object:
        if Recent.held and text.startswith("#pragma once"):
            with Path("read").open("a") as file:
                file.write(f"{text.split('CHECK_')[1][0]}\n")
        return original(text)

    monkeypatch.setattr(tokens, "_function", counted)
    for remembered in (tokens, code):
        monkeypatch.setattr(remembered, "_most", 1)
    assert retarget("a.cu", "-o", "out/", "--no-parse").code == exits.OK
    assert Counter(Path("read").read_text().split()) == Counter("0123")
