"""Diagnostics as SARIF 2.1.0 (OASIS standard, errata 01), which code hosts and editors read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote_from_bytes

from retarget import __version__
from retarget.source.project import below
from retarget.source.text import Diagnostic, Source, Span
from retarget.translation.explanations import explanation
from retarget.translation.severities import Suppressed

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"  # the usual name of the folder that paths are relative to


def log(
    said: Sequence[Diagnostic], suppressed: Sequence[Suppressed], sources: dict[str, Source], root: str
) -> str:
    """A log of one run. root: the folder that paths are relative to."""
    rules = list(dict.fromkeys([*(d.rule for d in said), *(s.diagnostic.rule for s in suppressed)]))
    results = [_result(d, rules, sources, root) for d in said]
    results += [_result(s.diagnostic, rules, sources, root) | {"suppressions": [_suppression(s)]} for s in suppressed]
    return _text(rules, results, {"executionSuccessful": True}, root)


def failed(message: str, root: str) -> str:
    """A log of a run that could not do its work."""
    notification = {"level": "error", "message": {"text": message}}
    return _text([], [], {"executionSuccessful": False, "toolExecutionNotifications": [notification]}, root)


def relative(path: str, root: str) -> str | None:
    """The path of a file from a folder around it; None outside of it."""
    return below(os.path.abspath(path), root)


def _text(rules: Iterable[str], results: list[dict[str, Any]], invocation: dict[str, Any], root: str) -> str:
    driver = {"name": "retarget", "version": __version__, "rules": list(map(_rule, rules))}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": f"{_uri(root)}/"}},
        "invocations": [invocation],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(name: str) -> dict[str, Any]:
    page = explanation(name) or f"# {name}\n"
    text = page.partition("\n\n")[2].strip() or name
    return {
        "id": name,
        "shortDescription": {"text": " ".join(text.partition("\n\n")[0].split())},
        "help": {"text": text, "markdown": page},
    }


def _result(diagnostic: Diagnostic, rules: list[str], sources: dict[str, Source], root: str) -> dict[str, Any]:
    span = diagnostic.span
    related = [
        _location(r.span, sources, root) | {"id": at, "message": {"text": r.message}}
        for at, r in enumerate(diagnostic.related)
    ]
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": rules.index(diagnostic.rule),
        "level": str(diagnostic.severity),
        "message": {"text": diagnostic.message},
        "locations": [_location(span, sources, root)] if span else [],
        **({"relatedLocations": related} if related else {}),
    }


def _location(span: Span, sources: dict[str, Source], root: str) -> dict[str, Any]:
    inside = relative(span.path, root)
    artifact = {"uri": _quoted(inside), "uriBaseId": _ROOT} if inside is not None else {"uri": _uri(span.path)}
    source = sources.get(span.path)
    return {"physicalLocation": {"artifactLocation": artifact} | ({"region": _region(span, source)} if source else {})}


def _region(span: Span, source: Source) -> dict[str, int]:
    (line, column), (last, end) = source.shown_position(span.start), source.shown_position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": last, "endColumn": end}


def _suppression(suppressed: Suppressed) -> dict[str, str]:
    return {"kind": "inSource" if suppressed.in_source else "external", "justification": suppressed.by}


def _uri(path: str) -> str:
    return f"file://{_quoted(os.path.abspath(path))}"


def _quoted(path: str) -> str:
    return quote_from_bytes(os.fsencode(path))
