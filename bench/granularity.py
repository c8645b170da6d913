"""What variants cost: generating them, and compiling many in one compilation against one each.

    python bench/granularity.py [--arch gfx90a] [--counts 10,100,1000] [--alone 5] [--together 64] [FILE [KERNEL]]

Many variants are compiled as `retarget space` compiles them: in portions of `together`, one after the other here. Times
are wall seconds of this machine; the ratios within one run are what counts.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Kernels, kernels, with_variants
from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.source.flags import Flags
from retarget.system import cache
from retarget.system.portions import TOGETHER
from retarget.system.toolchain import find_headers
from retarget.targets.amd import jobs
from retarget.targets.amd.architecture import TargetId, target_ids
from retarget.translation import emit
from retarget.translation.emit import Layout, Place
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.walk import Request, flags_of

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def portions(
    request: Request, found: Kernels, subject: Subject, chosen: tuple[Variant, ...], target: TargetId, together: int
) -> tuple[float, float, int]:
    """The same for variants in as few compilations as portions of `together` allow, of like size: sums of the seconds,
    and the largest text."""
    count = -(-len(chosen) // together)
    told = [seconds(request, found, subject, chosen[at::count], target) for at in range(count)]
    return sum(t[0] for t in told), sum(t[1] for t in told), max(t[2] for t in told)


def seconds(
    request: Request, found: Kernels, subject: Subject, chosen: tuple[Variant, ...], target: TargetId
) -> tuple[float, float, int]:
    """To generate and translate a program with these variants, and to compile it; and the size of its text."""
    with tempfile.TemporaryDirectory() as folder:
        layout = Layout(Place.TREE, request.root, folder)
        start = perf_counter()
        program = with_variants(request, found, [(subject, chosen)], HIP, layout.spelling)
        outputs = emit.outputs(program, layout)
        generated = perf_counter() - start
        for output in outputs:
            Path(output.path).parent.mkdir(parents=True, exist_ok=True)
            Path(output.path).write_bytes(output.data)
        start = perf_counter()
        built = jobs.build(program, outputs, layout, flags_of(request), (target,), 1, device_only=True)
        if built.failed:
            raise SystemExit("a variant does not compile")
        return generated, perf_counter() - start, max(len(o.data) for o in outputs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="?", default=str(SAMPLES / "laplacian.cu"))
    options.add_argument("kernel", nargs="?", default="")
    options.add_argument("--arch", default="gfx90a")
    options.add_argument("--counts", default="10,100,1000")
    options.add_argument("--alone", type=int, default=5, help="variants compiled one each")
    options.add_argument("--together", type=int, default=TOGETHER, help="variants in one compilation, at most")
    given = options.parse_args()
    (target,) = target_ids(given.arch)
    root = str(Path(given.file).resolve().parent)
    request = Request(
        (given.file,), Flags(), options=Options((target.architecture,)), headers=find_headers(None),
        cache=cache.cache_folder(), root=root,
    )  # fmt: skip
    found = kernels(request)
    subject = next(s for s in found.subjects if given.kernel in ("", s.function.name))
    start = perf_counter()
    variants = space(subject).variants
    enumerated = perf_counter() - start
    small = tuple(sorted(variants, key=lambda f: f.total))  # every count draws from the whole range of sizes
    console, table = Console(), Table(box=None, pad_edge=False)
    for name in ("variants", "generated/s", "text KB at most", "compile s", "ms each", "to one each"):
        table.add_column(name, justify="right")
    step = max(1, len(small) // given.alone)
    alone = [seconds(request, found, subject, (f,), target)[1] for f in small[::step][: given.alone]]
    each = sum(alone) / len(alone)
    table.add_row("1", "", "", f"{each:.2f}", f"{1000 * each:.0f}", "1")
    for count in sorted({min(int(c), len(small)) for c in given.counts.split(",")}):
        spread = small[:: max(1, len(small) // count)][:count]
        generated, compiled, size = portions(request, found, subject, spread, target, given.together)
        own = compiled / count
        figures = (
            f"{count / generated:.0f}",
            f"{size / 1000:.0f}",
            f"{compiled:.1f}",
            f"{1000 * own:.0f}",
            f"{own / each:.2f}",
        )
        table.add_row(str(count), *figures)
    console.print(f"{subject.function.name}: {len(variants)} legal variants listed in {enumerated:.2f} s")
    console.print(table)


if __name__ == "__main__":
    main()
