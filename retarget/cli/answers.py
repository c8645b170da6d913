"""What `--json` prints, by command. docs/schema.json is made of these types, and publishes their names:

    python -m retarget.cli.answers > docs/schema.json

Each `*_answers.py` has those of a command, so that a command imports its own alone. Some of the names are those of the
values that the answers show, so that these modules are imported whole: `translation_answers.Edit` is the JSON of an
`Edit`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from retarget.capture.contents import Capture
from retarget.cli import (
    batch_answers,
    error_answers,
    overview_answers,
    query_answers,
    replay_answers,
    run_answers,
    scan_answers,
    space_answers,
    translation_answers,
)
from retarget.system.typed_json import schemas
from retarget.tuning.record import Record

ANSWERS: Mapping[str, type] = {
    "translate": translation_answers.Translation,
    "verify": run_answers.Runs,
    "verify --capture": replay_answers.CaptureReplays,
    "space": space_answers.Space,
    "scan": scan_answers.Scan,
    "capture": Capture,
    "batch": batch_answers.Batch,
    "batch --baseline": batch_answers.BatchComparison,
    "query": query_answers.Query,
    "tune": Record,
    "report": Record,
    "doctor": overview_answers.Doctor,
    "config": overview_answers.Configuration,
    "rules": overview_answers.Rules,
    "error": error_answers.Failed,
}


def schema() -> str:
    """JSON Schema of all answers."""
    kinds = {command: {"$ref": f"#/$defs/{kind.__name__}"} for command, kind in ANSWERS.items()}
    return json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "What `retarget --json` prints, by command",
            "type": "object",
            "properties": kinds,
            "$defs": schemas(dict.fromkeys(ANSWERS.values())),
        },
        indent=1,
    )


if __name__ == "__main__":
    sys.stdout.write(schema() + "\n")
