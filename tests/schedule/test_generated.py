"""Generated text that does not compile: the kernel keeps its form, the others their schedules, and the evidence is kept.

The faults are put into what the writer of kernels gives: what it does wrong by itself is mended elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from retarget.schedule import apply
from retarget.schedule.apply import Applied
from retarget.schedule.form import kernel
from retarget.schedule.form.subject import Subject
from retarget.schedule.generated import faults
from retarget.schedule.steps import Variant
from retarget.source.text import Diagnostic, Related, Severity, Span
from retarget.system import exits
from retarget.system.toolchain import Headers
from tests.command_line import Told, retarget
from tests.compilers import needs_hip_compiler, needs_host_compiler
from tests.units import parsed
from tests.values import replace

PROGRAM = """\
#include <cstdio>
__global__ void first(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 2;
}
__global__ void second(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] + 1;
}
int main()
{
    float *a, host[256] = {1, 2, 3};
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    first<<<4, 64>>>(a, 256);
    second<<<4, 64>>>(a, 256);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\\n", host[0], host[255]);
}
"""
Fault = Callable[[str], str]


def undeclared(text: str) -> str:
    return text.replace(" * 2", " * two")


def open_ended(text: str) -> str:
    """What follows is not read as it stands."""
    return text.replace("* 2;", "* 2; {")


def launched_otherwise(text: str) -> str:
    """The error is told at the launch."""
    return text.replace("void first_launch(", "void first_launched(")


def asserted(text: str) -> str:
    """The error is told in an instance, with a note."""
    return text.replace("* 2;", "* 2; static_assert(Factors::thread_x > 9, \"few\");")


def cudas_alone(text: str) -> str:
    """CUDA's dialect has it, HIP's does not."""
    return text.replace("* 2;", "* 2; __nvvm_membar_gl();")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    return source


@pytest.fixture
def inject(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Fault], None]:
    """Puts a fault into the text of the first kernel."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    right = apply.definition

    def put(fault: Fault) -> None:
        def wrong(subject: Subject, chosen: Sequence[Variant], *more: object) -> str:
            text = right(subject, chosen, *more)  # type: ignore[arg-type]
            return fault(text) if subject.function.name == "first" else text

        monkeypatch.setattr(apply, "definition", wrong)

    return put


def the_first_keeps_its_form(told: Told, text: str, words: str) -> None:
    assert told.code == exits.TRANSLATION, told.err
    assert re.search(rf"program.cu:\d+:\d+: error: 'first' stays as it is: .*{words}.*a bug of retarget", told.err)
    assert told.err.count("error:") == 1, told.err
    assert "first<<<4, 64>>>(a, 256);" in text and "first_launch" not in text and "first_coarsened" not in text
    assert "second_launch(retarget::on(4, 64), a, 256);" in text, "the other keeps its schedule"
    evidence = Path(re.findall(r"the evidence is in (\S+)", told.err)[0]).read_text()
    assert re.search(words, evidence) and "first_coarsened" in evidence and "--schedule" in evidence


CASES = [
    (undeclared, "undeclared identifier 'two'"),
    (open_ended, "(?:own initializer|expected|not allowed here)"),
    (launched_otherwise, "undeclared identifier 'first_launch'"),
    (asserted, "few"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "words"), CASES, ids=[f.__name__ for f, _ in CASES])
@pytest.mark.parametrize("target", ["amd", "nvidia"])
def test_the_kernel_keeps_its_form(
    program: Path, inject: Callable[[Fault], None], fault: Fault, words: str, target: str
) -> None:
    inject(fault)
    out = program.parent / "out"
    told = retarget(program, "--to", target, "--schedule", "thread(x=2)", "-o", f"{out}/", "--no-parse")
    (written,) = out.glob("program.*")
    the_first_keeps_its_form(told, written.read_text(), words)


def test_the_users_line_is_named_and_the_generated_one_shown(program: Path, inject: Callable[[Fault], None]) -> None:
    inject(undeclared)
    told = retarget(program, "--schedule", "first: block(x=2)", "--diff")
    assert "program.cu:6:9: error: 'first' stays" in told.err and "* two;`); this is a bug" in told.err, told.err
    assert "        a[i] = a[i] * 2;\n        ^" in told.err


def test_json_has_it(program: Path, inject: Callable[[Fault], None]) -> None:
    inject(undeclared)
    told = retarget(program, "--schedule", "thread(x=2)", "--json", "-o", f"{program.parent}/out/")
    assert told.code == exits.TRANSLATION
    errors = [d for d in json.loads(told.out)["diagnostics"] if d["severity"] == "error"]
    assert len(errors) == 1 and "'first' stays as it is" in errors[0]["message"]


@needs_hip_compiler
def test_the_targets_dialect_counts_too(program: Path, inject: Callable[[Fault], None]) -> None:
    inject(cudas_alone)
    told = retarget(program, "--schedule", "thread(x=2)", "-o", f"{program.parent}/out/", "--parse")
    text = (program.parent / "out/program.hip").read_text()
    the_first_keeps_its_form(told, text, "__nvvm_membar_gl")


def test_an_error_of_the_users_own_is_none_of_generated_text(program: Path) -> None:
    program.write_text(PROGRAM.replace("int main()", "void g() { undeclared_by_the_user(1); }\nint main()"))
    told = retarget(program, "--schedule", "thread(x=2)", "--diff")
    assert "this is a bug" not in told.err


@needs_host_compiler
def test_one_variant_costs_itself_alone(
    program: Path, monkeypatch: pytest.MonkeyPatch, inject: Callable[[Fault], None]
) -> None:
    """Variants that write the same text for several blocks are broken: the others are run."""
    right = kernel.coarsened

    def wrong(subject: Subject, variant: Variant, name: str, linkage: str = "") -> str:
        text = right(subject, variant, name, linkage)
        return undeclared(text) if subject.function.name == "first" and max(variant.factors.block) > 1 else text

    monkeypatch.setattr(kernel, "coarsened", wrong)
    told = retarget("verify", program, "--variants", "6", "--limit", "60", "--json")
    assert told.code == exits.OK, told.err
    left = re.findall(r"warning: retarget drops (\d) of 6 variants of 'first': .*'two'.*evidence is in", told.err)
    assert left and 0 < int(left[0]) < 6, told.err
    assert len({r["run"] for r in json.loads(told.out)["runs"]}) == 1 + 6


@needs_host_compiler
def test_verify_tells_it(program: Path, inject: Callable[[Fault], None]) -> None:
    inject(undeclared)
    told = retarget("verify", program, "--schedule", "thread(x=2)", "--limit", "60")
    assert told.code == exits.TRANSLATION and "'first' stays as it is" in told.err


def test_calls_within_calls_are_followed(program: Path) -> None:
    """A hundred and fifty deep, as overloaded operators of a library may look."""
    chain = "".join(f"__device__ int f{at}(int i) {{ return f{at - 1}(i) + 1; }}\n" for at in range(1, 150))
    program.write_text("__device__ int f0(int i) { return i; }\n" + chain + PROGRAM.replace("* 2", "* f149(2)"))
    told = retarget(program, "--schedule", "first: thread(x=2)", "-o", f"{program.parent}/out/")
    assert told.code == exits.OK, told.err
    assert "first_launch(" in (program.parent / "out/program.hip").read_text()


def test_a_constructor_of_the_hosts_makes_no_copy_of_an_instances_own(program: Path) -> None:
    program.write_text(
        "struct Set { int n; Set(); __device__ int next() { return n++; } };\n"
        "__global__ void k(int* p, Set set) { p[threadIdx.x] = set.next(); __syncthreads(); p[threadIdx.x] += set.next(); }\n"
        "void f(int* p, Set set) { k<<<1, 64>>>(p, set); }\n"
    )
    told = retarget(program, "--to", "amd", "--schedule", "k: thread(x=2)")
    assert told.code == exits.OK, told.err


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["thread(x=2)", "block(x=2)", "serial(x=3)", "pack(x=2)"])
def test_old_cpp_has_no_generic_lambdas(program: Path, schedule: str) -> None:
    told = retarget(program, "--std", "c++11", "--schedule", schedule, "-o", f"{program.parent}/out/")
    assert told.code == exits.OK, told.err
    text = (program.parent / "out/program.hip").read_text()
    assert "first_launch(" in text and "(auto " not in text


def test_a_macro_named_auto_is_refused(program: Path) -> None:
    program.write_text("#define auto __auto_type\n" + PROGRAM)
    told = retarget(program, "--schedule", "first: block(x=2)", "--diff")
    assert told.code == exits.TRANSLATION
    assert "program.cu:1:9: error: 'first' stays as it is: a macro has the name 'auto'" in told.err


@pytest.mark.parametrize(("note", "laid"), [("in file included from program.cu:1:", 0), ("requested here", 1)])
def test_an_error_of_a_header_of_others_is_laid_where_a_note_leads(
    tmp_path: Path, headers: Headers, cache: Path, note: str, laid: int
) -> None:
    """Of the unit as it came, a precompiled header may have kept the error."""
    before = parsed(tmp_path, headers, cache, PROGRAM)
    place = Span(before.root, 0, 0)
    error = Diagnostic("parse", Severity.WARNING, None, "'_Fp' does not refer to a value", (Related(place, note),))
    after = replace(before, diagnostics=(*before.diagnostics, error))
    assert len(faults(before, after, Applied((), (), frozenset({"first"})))) == laid
