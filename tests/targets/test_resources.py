"""Figures of kernels, read from recorded compiler output (recorded/record.py made it)."""

from __future__ import annotations

import gzip
import io
import json
import struct
from collections import Counter
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict
from rich.console import Console

from retarget.targets.amd.architecture import ARCHITECTURES, UnknownArchitecture, occupancy, target_id, target_ids
from retarget.targets.amd.codeobject import ResourceError, kernels, unpacked
from retarget.targets.amd.resource_table import resource_table
from retarget.targets.amd.resources import Resources, is_remark, remarks, resources
from retarget.targets.demangle import demangled, kernel_name
from tests.places import TESTS
from tests.values import replace

RECORDED = TESTS / "recorded"


@cache
def bundle() -> bytes:
    return gzip.decompress((RECORDED / "kernels.bundle.gz").read_bytes())


@cache
def messages() -> str:
    return gzip.decompress((RECORDED / "messages.gz").read_bytes()).decode()


@cache
def recorded() -> tuple[Resources, ...]:
    return resources(bundle(), messages())


def one(kernel: str, architecture: str) -> Resources:
    (found,) = (r for r in recorded() if (r.kernel, r.architecture) == (kernel, architecture))
    return found


def test_every_kernel_of_every_architecture_is_found() -> None:
    per_architecture = Counter(r.architecture for r in recorded())
    with_accumulation = {"gfx908", "gfx90a", "gfx942"}
    assert per_architecture == {
        a: 20 if a in with_accumulation else 19
        for a in ["gfx900", "gfx908", "gfx90a", "gfx942", "gfx1010", "gfx1030", "gfx1100", "gfx1102"]
    }


def test_figures_of_a_kernel_that_spills() -> None:
    found = one("spilling<72, double>", "gfx90a")
    assert (found.vgprs, found.vgpr_spills, found.scratch_bytes, found.lds_bytes) == (128, 212, 852, 0)
    assert (found.occupancy, found.max_block, found.wave) == (4, 1024, 64)
    assert found.code_bytes > 4000
    assert found.path == "kernels.hip"
    line = (RECORDED / "kernels.hip").read_text().splitlines()[(found.line or 0) - 1]
    assert "spilling(" in line or line.startswith("{")


def test_accumulation_registers_are_told_apart() -> None:
    found = one("accumulating", "gfx90a")
    assert (found.vgprs, found.agprs, found.occupancy) == (62, 64, 4)


def test_a_kernel_of_some_architectures_only_gets_its_own_remarks() -> None:
    assert {r.architecture: r.sgprs for r in recorded() if r.kernel == "accumulating"} == {
        "gfx908": 10, "gfx90a": 10, "gfx942": 8,
    }  # fmt: skip


def test_lds_and_spills_are_in_bytes_and_registers() -> None:
    assert one("shared_memory<24000, 256>", "gfx1030").lds_bytes == 24000


def test_the_occupancy_rule_agrees_with_the_compiler() -> None:
    """Without remarks the occupancy is worked out; with them it is the compiler's word."""
    worked_out = resources(bundle())
    assert [r.occupancy for r in worked_out] == [r.occupancy for r in recorded()]
    assert len({r.occupancy for r in recorded()}) > 8


def test_remarks_that_do_not_agree_are_not_used() -> None:
    lying = messages().replace("Occupancy [waves/SIMD]: ", "Occupancy [waves/SIMD]: 1").replace("Spill: ", "Spill: 9")
    assert [r.occupancy for r in resources(bundle(), lying)] == [r.occupancy for r in recorded()]
    assert all(r.line is None for r in resources(bundle(), lying))


def test_remarks_in_the_forms_that_compilers_print_them() -> None:
    text = (
        "a.hip:3:1: remark: Function Name: k [-Rpass-analysis=kernel-resource-usage]\n"
        "a.hip:3:1: remark:     TotalSGPRs: 7 [-Rpass-analysis=kernel-resource-usage]\n"
        "remark: b.hip:9:0: Function Name: l [-Rpass-analysis=kernel-resource-usage]\n"
        "remark: b.hip:9:0:     Occupancy [waves/SIMD]: 8 [-Rpass-analysis=kernel-resource-usage]\n"
        "<unknown>:0:0: Function Name: m\n"
        "<unknown>:0:0:     LDS Size [bytes/block]: 64\n"
        "a.hip:4:1: error: something else\n"
    )
    k, l, m = remarks(text)
    assert (k.function, k.path, k.line, k.get("SGPRs", "TotalSGPRs")) == ("k", "a.hip", 3, 7)
    assert (l.line, l.get("Occupancy")) == (9, 8)
    assert (m.line, m.get("LDS Size"), m.get("Occupancy")) == (0, 64, None)
    assert [is_remark(line) for line in text.splitlines()] == [True] * 6 + [False]


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("_Z16laplacian_kernelIdEvPT_PKS0_iiiS0_S0_S0_S0_", "laplacian_kernel<double>"),
        ("_ZN12_GLOBAL__N_16hiddenEPi", "(anonymous namespace)::hidden"),
        ("_ZN12_GLOBAL__N_14thinIiEEvPT_", "(anonymous namespace)::thin<int>"),
        ("_ZN1n1SIfE3runEv", "n::S<float>::run"),
        ("_Z1kIXadL_Z1fvEEEvv", "k<&(f())>"),
        ("plain_c", "plain_c"),
        ("_Znonsense", "_Znonsense"),
    ],
)
def test_kernel_names(symbol: str, name: str) -> None:
    assert kernel_name(symbol) == name


def test_demangled_keeps_the_parameters() -> None:
    assert demangled("_Z4widePdi") == "wide(double*, int)"


def test_table_fits_eighty_columns() -> None:
    long = replace(recorded()[0], kernel="a_namespace::a_kernel_with_a_long_name<double, 256, true, Operation<float>>",
                   code_bytes=1234567, scratch_bytes=16384, lds_bytes=65536, vgpr_spills=1234)  # fmt: skip
    out = io.StringIO()
    Console(file=out, width=80).print(resource_table([*recorded(), long]))
    lines = out.getvalue().splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "…" not in out.getvalue()
    assert all(any(figure in line for line in lines) for figure in ("1234567", "16384", "65536"))


def test_json_has_every_field() -> None:
    told = json.loads(json.dumps(asdict(recorded()[0])))
    assert Resources(**told) == recorded()[0]


def test_host_code_has_no_kernels() -> None:
    assert kernels(b"\x7fELF\x02\x01" + bytes(58)) == ()
    assert kernels(b"") == ()


def test_compressed_code_is_refused_with_the_remedy() -> None:
    with pytest.raises(ResourceError, match="--no-offload-compress"):
        kernels(b"CCOB" + bytes(64))


@pytest.mark.parametrize("data", [b"\xc1", b"\x91" * 100, b"\xda\xff\xff", b"\x81\x01\x01", b"\xd6\x00"])
def test_bad_metadata_is_refused(data: bytes) -> None:
    with pytest.raises((ResourceError, IndexError, struct.error)):
        unpacked(data, 0)


@cache
def code_object() -> bytes:
    """The shortest code object of the recorded bundle."""
    count = struct.unpack_from("<Q", bundle(), 24)[0]
    at, found = 32, []
    for _ in range(count):
        offset, size, length = struct.unpack_from("<QQQ", bundle(), at)
        found.append(bundle()[offset : offset + size])
        at += 24 + length
    return min((f for f in found if f), key=len)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_code_objects_are_refused_and_nothing_else(data: st.DataObject) -> None:
    whole = code_object()
    assert kernels(whole)
    damaged = bytearray(whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole)
    for _ in range(data.draw(st.integers(1, 8))):
        if damaged:
            at = data.draw(st.integers(0, min(len(damaged), 6000) - 1))
            damaged[at] = data.draw(st.integers(0, 255))
    with suppress(ResourceError):
        resources(bytes(damaged), messages())


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_behind_a_magic_number(tail: bytes) -> None:
    for head in (b"", b"__CLANG_OFFLOAD_BUNDLE__", b"\x7fELF\x02\x01", b"CCOB"):
        with suppress(ResourceError):
            resources(head + tail)


@given(st.text(alphabet="a.hip:1remark Function Name[-Rpass=]\n<unknown>0", max_size=300))
def test_any_messages(text: str) -> None:
    for remark in remarks(text):
        assert remark.line >= 0


def test_architectures_with_features() -> None:
    assert str(target_id("gfx90a:xnack-:sramecc+")) == "gfx90a:sramecc+:xnack-"
    assert [str(t) for t in target_ids(" gfx90a, gfx942,gfx90a ")] == ["gfx90a", "gfx942"]
    assert target_id("gfx11-generic").architecture.generic


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gfx90b", "near it: .*gfx90a"),
        ("sm_80", "AMD's are called"),
        ("gfx1030:xnack-", "has no feature 'xnack-'; it has: none"),
        ("gfx90a:xnack", "sramecc\\+ or sramecc-, xnack\\+ or xnack-"),
        ("gfx90a:xnack+:xnack-", "twice"),
        ("", "unknown architecture"),
        ("gfx1152x", "near it: gfx1152"),
    ],
)
def test_unknown_architectures_name_what_is_near(text: str, told: str) -> None:
    with pytest.raises(UnknownArchitecture, match=told):
        target_id(text)


def test_an_empty_list_of_architectures_is_an_error() -> None:
    with pytest.raises(UnknownArchitecture, match="no architecture"):
        target_ids(" , ")


def test_what_only_the_compiler_knows_is_like_its_generation() -> None:
    assert replace(target_id("gfx941", {"gfx941"}).architecture, name="gfx942") == ARCHITECTURES["gfx942"]
    with pytest.raises(UnknownArchitecture):
        target_id("gfx941")


@given(
    st.sampled_from(sorted(ARCHITECTURES)), st.integers(0, 512), st.integers(0, 128), st.integers(0, 65536),
    st.integers(1, 1024),
)  # fmt: skip
def test_more_resources_never_give_more_occupancy(name: str, vgprs: int, sgprs: int, lds: int, block: int) -> None:
    architecture = ARCHITECTURES[name]
    waves = occupancy(architecture, vgprs, sgprs, lds, block)
    assert 1 <= waves <= architecture.max_waves_per_eu
    assert occupancy(architecture, vgprs + 1, sgprs, lds, block) <= waves
    assert occupancy(architecture, vgprs, sgprs, lds + 1, block) <= waves
