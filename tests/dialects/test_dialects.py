"""The translation tables: structural facts, look-ups, the reader on any bytes, and tables beside support headers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.dialects import Dialect, TableError, libraries, load
from retarget.dialects.derive.coverage import page
from retarget.dialects.derive.header_words import words_of
from retarget.dialects.derive.libraries import LIBRARIES
from retarget.dialects.derive.packages import LIBRARY_HEADERS
from retarget.dialects.dialect import HIP
from retarget.dialects.patterns import BEGINNINGS, SHAPES
from retarget.dialects.table import Name, read_calls, read_fields, read_includes, read_names, read_user_map
from retarget.targets.amd import jobs
from retarget.targets.nvidia import build
from tests.places import ROOT

PARTS = ROOT / "templates" / "hip"
HEADER = "cuda\thip\tkind\tstatus\tsince\tpart\tnote\n"


@pytest.fixture(scope="module")
def hip() -> Dialect:
    return load()


def rows(hip: Dialect) -> list[Name]:
    return [row for table in hip.tables for name in table.rows if (row := table.name(name))]


@pytest.mark.parametrize(
    ("cuda", "replacement"),
    [
        ("cudaMalloc", "hipMalloc"),
        ("cudaError_t", "hipError_t"),
        ("cudaMemcpyHostToDevice", "hipMemcpyHostToDevice"),
        ("cudaDeviceProp", "hipDeviceProp_t"),
        ("cudaThreadSynchronize", "hipDeviceSynchronize"),
        ("cudaThreadExit", "hipDeviceReset"),
        ("cudaBindTexture", "hipBindTexture"),
        ("cudaMallocHost", "hipHostMalloc"),
        ("cuMemAlloc", "hipMalloc"),
        ("CUdeviceptr", "hipDeviceptr_t"),
        ("CUDA_SUCCESS", "hipSuccess"),
        ("cublasDgemm", "hipblasDgemm"),
        ("cublasDgemm_v2", "hipblasDgemm"),
        ("CUBLAS_OP_T", "HIPBLAS_OP_T"),
        ("cufftExecZ2Z", "hipfftExecZ2Z"),
        ("curandGenerateUniform", "hiprandGenerateUniform"),
        ("curand_init", "hiprand_init"),
        ("curandState", "hiprandState"),
        ("cusparseSpMV", "hipsparseSpMV"),
        ("cusparseScsrmv", "hipsparseScsrmv"),
        ("cusolverDnDgetrf", "hipsolverDnDgetrf"),
        ("ncclAllReduce", "ncclAllReduce"),
        ("nvrtcCompileProgram", "hiprtcCompileProgram"),
        ("cuDoubleComplex", "hipDoubleComplex"),
        ("cub", "hipcub"),
        ("thrust", "thrust"),
        ("__shfl_down_sync", "warp32::shfl_down_sync"),
        ("__syncthreads", "__syncthreads"),
        ("float4", "float4"),
        ("atomicAdd", "atomicAdd"),
        ("__fdividef", "retarget_hip::fast_quotient"),
        ("cudaErrorInvalidHostPointer", "retarget_hip::errorInvalidHostPointer"),
        ("CUDA_ERROR_TOO_MANY_PEERS", "retarget_hip::errorTooManyPeers"),
        ("CUFFT_LICENSE_ERROR", "retarget_hip::statusFftLicenseError"),
        ("CUDART_VERSION", "RETARGET_CUDART_VERSION"),
        ("__CUDACC__", "__HIPCC__"),
        ("__DRIVER_TYPES_H__", "HIP_INCLUDE_HIP_DRIVER_TYPES_H"),
    ],
)
def test_replacement(hip: Dialect, cuda: str, replacement: str) -> None:
    row = hip.name(cuda)
    assert row is not None
    assert row.hip == replacement


def test_every_name_without_counterpart_says_why(hip: Dialect) -> None:
    assert [row.cuda for row in rows(hip) if row.status == "none" and len(row.note) < 20] == []


def test_tables_are_sorted_without_repetition() -> None:
    for path in HIP.glob("*.tsv"):
        lines = path.read_text(encoding="utf-8").splitlines()
        keys = [tuple(line.split("\t")[:2]) if path.stem in ("fields", "calls") else line.split("\t")[0]
                for line in lines[2:]]  # fmt: skip
        assert lines[0].startswith("# "), path.name
        assert keys == sorted(set(keys)), path.name


def test_status_counts_stay_as_recorded(hip: Dialect) -> None:
    """The tables are derived from packages that CI has not got: what was derived must not shrink unseen."""
    pages = (ROOT / "docs" / "coverage" / "README.md").read_text(encoding="utf-8")
    for library in libraries():
        found = Counter(row.status for row in rows(hip) if row.library == library)
        recorded = re.search(rf"\| \[{library}\]\S+ \| (\d+) \| (\d+) \| (\d+) \|", pages)
        assert recorded, library
        assert tuple(map(int, recorded.groups())) == (found["mapped"], found["same"], found["none"]), library


@pytest.mark.parametrize("library", libraries())
def test_the_page_of_a_table_is_what_the_derivation_writes(library: str) -> None:
    """Tables that are edited by hand come apart from their pages."""
    table = read_names(HIP / f"{library}.tsv", library)
    rows = [row for row in map(table.name, sorted(table.rows)) if row]
    assert (ROOT / "docs" / "coverage" / f"{library}.md").read_text(encoding="utf-8") == page(library, rows)


def test_parts_named_by_the_tables_exist(hip: Dialect) -> None:
    parts = {row.part for row in rows(hip)} | {row.part for row in hip.includes.values()} - {""}
    assert sorted(part for part in parts - {""} if not (PARTS / f"{part}.h").exists()) == []


def test_parts_declare_the_names_that_the_tables_take_from_them(hip: Dialect) -> None:
    """Names that a part makes by pasting tokens are not seen in its text: the derivation parses it."""
    for row in rows(hip):
        if row.part in ("warp_size", "warp_votes", "warp_shuffles", "warp_matches", "bits", "averages", "arch", "errors", "launch_bounds") and row.status == "mapped":
            assert re.search(rf"\b{row.hip.rsplit('::', 1)[-1]}\b", part_text(row.part)), row


@pytest.mark.parametrize("prefix", ["cudaError[A-Z]", "CUDA_ERROR_"])
def test_a_switch_over_all_errors_of_an_interface_repeats_no_case(hip: Dialect, prefix: str) -> None:
    errors = [row for row in rows(hip) if row.kind == "enumerator" and re.match(prefix, row.cuda)]
    assert len(errors) > 80
    assert [row.cuda for row in errors if row.status == "none" or row.since] == []
    repeated = [hip for hip, times in Counter(row.hip for row in errors).items() if times > 1]
    assert repeated == []
    numbers = re.findall(r"RETARGET_HIP_ERROR\(\w+, (\d+)\)", part_text("errors"))
    assert len(numbers) == len(set(numbers))


def part_text(part: str) -> str:
    return (PARTS / f"{part}.h").read_text(encoding="utf-8")


def test_field_accessors_are_declared_by_their_part(hip: Dialect) -> None:
    for row in hip.fields.values():
        called = re.match(r"(?:\w+::)+(\w+)\(\{object\}\)$", row.hip)
        assert bool(called) == bool(row.part), row
        assert not called or called.group(1) in part_text(row.part), row


def test_a_folder_row_stands_for_what_is_below_it(hip: Dialect) -> None:
    below = hip.include("thrust/sort.h")
    assert below is not None
    assert below.hip == "thrust/sort.h"
    dropped = hip.include("crt/device_functions.h")
    assert dropped is not None
    assert dropped.hip == "-"
    exact = hip.include("cub/iterator/counting_input_iterator.cuh")
    assert exact is not None
    assert exact.hip == "hipcub/iterator/counting_input_iterator.hpp"
    assert hip.include("mine/cuda.h") is None


@pytest.mark.parametrize("name", ["cudaFrob", "cuMemFrob", "cublasFrob", "CU_FROB", "curand_frob", "cub::Frob"])
def test_unknown_names_of_cuda_are_recognised(hip: Dialect, name: str) -> None:
    assert hip.looks_like_cuda(name) is not None


@pytest.mark.parametrize("name", ["cube", "cutoff", "current", "cuAdd", "CUBE", "cudamesh", "cudaMalloc"])
def test_names_of_the_user_and_listed_names_are_not(hip: Dialect, name: str) -> None:
    assert hip.looks_like_cuda(name) is None


@pytest.mark.parametrize("library", libraries())
def test_a_library_is_read_for_each_of_its_own_names(hip: Dialect, library: str) -> None:
    """Reading only the tables that a text needs finds what reading all of them finds."""
    table = next(table for table in hip.tables if table.library == library)
    for name in list(table.rows)[:: max(1, len(table.rows) // 40)]:
        alone = load(frozenset(re.findall(r"\w+", name)))
        assert alone.name(name) is not None, name


@pytest.mark.parametrize("library", [library.name for library in LIBRARIES if library.package])
def test_a_library_is_known_wherever_libraries_are_listed(hip: Dialect, library: str) -> None:
    """Its table, its headers, how its names look, and what is linked for it."""
    headers = LIBRARY_HEADERS[library]
    known = {library, *(Path(header).stem for header in headers)} | ({"nvidia-ml"} if library == "nvml" else set())
    assert library in libraries() and library in BEGINNINGS and library in SHAPES
    assert [header for header in headers if hip.include(header) is None] == []
    assert known & jobs.LIBRARIES.keys(), "no library of HIP's is linked in its place"
    assert known & build.LIBRARIES.keys() or library == "nvtx", "nvcc links nothing for it"


def test_a_text_without_cuda_reads_no_library() -> None:
    assert {table.library for table in load(frozenset({"int", "main"})).tables} <= {"runtime", "device"}


def test_a_users_map_takes_precedence(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("# ours\nhip\tcuda\nourMalloc\tcudaMalloc\n\tcudaFrob\n", encoding="utf-8")
    dialect = load(user_maps=[path])
    row, none = dialect.name("cudaMalloc"), dialect.name("cudaFrob")
    assert row is not None
    assert (row.hip, row.library, row.status) == ("ourMalloc", "user", "mapped")
    assert none is not None
    assert none.status == "none"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("cuda\tnote\n", 1, "column 'hip' is missing"),
        ("cuda\thip\tcolour\n", 1, "column 'colour'"),
        ("cuda\thip\ncudaMalloc\n", 2, "1 columns where 2 are due"),
        ("cuda\thip\n\n# note\n\thipMalloc\n", 4, "the CUDA name is empty"),
        ("cuda\thip\tkind\na\tb\tverb\n", 2, "unknown kind 'verb'"),
        ("cuda\thip\tstatus\na\tb\tnone\n", 2, "does not agree"),
    ],
)
def test_a_faulty_map_is_located(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=re.escape(message)) as caught:
        load(user_maps=[path])
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}:{line}: error: ")


def test_a_missing_map_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="No such file"):
        load(user_maps=[tmp_path / "absent.tsv"])


cells = st.text(st.sampled_from("ab\t\n\r# \x00é") | st.characters(codec="utf-8"), max_size=30)
tables = st.binary(max_size=60) | st.builds(
    lambda header, body: (header + body).encode(),
    st.sampled_from([HEADER, "cuda\thip\n", "cuda\thip\tpart\tnote\n", "cuda\targument\taction\tnote\n"]),
    cells,
)


@given(tables)
def test_any_bytes_load_or_raise_a_table_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tsv"
    path.write_bytes(data)
    for read in (partial(read_names, library="x"), read_includes, read_fields, read_calls, read_user_map):
        message = fault(read, path)
        assert message is None or re.match(rf"{re.escape(str(path))}:[1-9]\d*: error: .", message)


def fault(read: Callable[[Path], object], path: Path) -> str | None:
    try:
        read(path)
    except TableError as error:
        return str(error)
    return None


def test_what_only_newer_headers_declare() -> None:
    dialect = load()
    assert dialect.since("hipArrayGetInfo") and dialect.since("hipMalloc") == dialect.since("mine") == ""


def test_words_of_headers_are_those_of_code_that_no_directive_asks_about() -> None:
    first = "#ifdef Asked\n#define limit(n) \\\n  (n)\n#endif\n#include <hip/path.h>\nstruct A { int _r, N = 'c'; }; // text\n"
    assert words_of([first, 'void hipF(int M, int Asked); /* more\n text */ char S[] = "str"; int DEBUG;\n']) == [
        "A", "M", "N", "S", "limit", "n",
    ]  # fmt: skip
