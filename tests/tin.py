"""A target of the tests' own: a dialect with a handful of names, and no device.

    python -m tests.tin foo.cu --to tin    the command line, with this target among the others
"""

from __future__ import annotations

from pathlib import Path

from retarget.targets import registry
from retarget.targets.target import Target
from retarget.translation.cuda.headers import headers
from retarget.translation.hip.names import names
from retarget.translation.translation import Translation

TABLES = Path(__file__).parent / "tin"
TIN = Target("tin", "tin drums", Translation("Tin", TABLES, (headers, names), is_complete=True), ".tin", "retarget_tin")

if __name__ == "__main__":
    registry.TARGETS = {**registry.TARGETS, TIN.name: TIN}
    from retarget.cli.main import main

    main()
