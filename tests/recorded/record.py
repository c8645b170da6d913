"""Records the compiler's output on kernels.hip, for tests on machines without a compiler: python record.py

The bundle holds the code objects, messages.gz the remarks that came with them. Recorded with Debian's clang 19.1.7
and HIP 5.2.3.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

from retarget.targets.amd.architecture import target_ids
from retarget.targets.amd.build import Job, Product, command_line
from retarget.targets.amd.compiler import find_compiler

HERE = Path(__file__).parent
ARCHITECTURES = "gfx900,gfx908,gfx90a,gfx942,gfx1010,gfx1030,gfx1100,gfx1102"


def main() -> int:
    """Writes the recorded files anew."""
    job = Job((Path("kernels.hip"),), target_ids(ARCHITECTURES), product=Product.DEVICE, folder=HERE)
    with tempfile.TemporaryDirectory() as scratch:
        product = Path(scratch) / "kernels"
        command = command_line(find_compiler(), job, product)
        done = subprocess.run(command, cwd=HERE, capture_output=True, check=False)
        if done.returncode:
            sys.stderr.write(done.stderr.decode())
            return 1
        (HERE / "kernels.bundle.gz").write_bytes(gzip.compress(product.read_bytes(), 9, mtime=0))
        (HERE / "messages.gz").write_bytes(gzip.compress(done.stderr, 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
