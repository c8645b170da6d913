"""Memory, time and page of a batch of many programs.

    python -m bench.batch 10000 --workers 4 --every 100

Generates so many programs in a folder of their own and takes them through `retarget batch`: each `every`-th is
translated, the others lack an input, which a worker finds at once, so that scheduler, results and page are what is
measured. Prints JSON: programs, seconds, peak MB of the largest process (Dask's scheduler is in one), bytes of the
results and of the page.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = "__global__ void k(int* p) { p[threadIdx.x] = %d; }\nint main() { k<<<1, 32>>>(0); }\n"


def generated(folder: Path, count: int, every: int) -> Path:
    text = ""
    for number in range(count):
        name = f"p{number // 100:03}/q{number:05}"
        (folder / name).mkdir(parents=True)
        (folder / name / "a.cu").write_text(PROGRAM % number)
        is_real = number % every == 0
        more = 'steps = ["translate"]' if is_real else 'steps = ["verify"]\nrun = []\ninputs = ["absent.dat"]'
        text += f'[[program]]\nname = "{name}"\nfolder = "{name}"\nsources = ["a.cu"]\n{more}\n'
    (folder / "manifest.toml").write_text(text)
    return folder / "manifest.toml"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--every", type=int, default=100)
    parser.add_argument("--keep", metavar="HTML", help="copy the page there")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="retarget-") as place:
        folder = Path(place)
        manifest = generated(folder, asked.count, asked.every)
        environment = {**os.environ, "RETARGET_CACHE_DIR": str(folder / "cache")}
        words = [sys.executable, "-m", "retarget", "batch", str(manifest), "-q", "-j", str(asked.workers)]
        started = time.monotonic()
        subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=False)
        seconds = time.monotonic() - started
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        page, results = folder / "index.html", folder / "results.jsonl"
        lines = results.read_text().splitlines()
        if asked.keep:
            Path(asked.keep).write_bytes(page.read_bytes())
        print(json.dumps({
            "programs": len({json.loads(line)["name"] for line in lines}), "seconds": round(seconds, 1),
            "most_mb": round(usage.ru_maxrss / 1024), "results_bytes": results.stat().st_size,
            "page_bytes": page.stat().st_size,
        }, indent=1))  # fmt: skip


if __name__ == "__main__":
    main()
