"""Renewal: CUDA text -> CUDA text that the newest toolkit accepts, and older ones too. The rules, in order."""

from __future__ import annotations

from retarget.translate.cuda.headers import headers
from retarget.translate.cuda.masks import masks
from retarget.translate.cuda.members import members
from retarget.translate.cuda.references import references
from retarget.translate.file import File, Finding
from retarget.translate.hip import Rule
from retarget.translate.hip.fields import fields
from retarget.translate.hip.granularity import granularity
from retarget.translate.hip.names import names

RULES: tuple[Rule, ...] = (headers, names, fields, members, masks, references, granularity)


def renewed(file: File) -> tuple[Finding, ...]:
    """What all rules find in one file, whose dialect is that of CUDA. Their edits share one baseline."""
    return tuple(finding for rule in RULES for finding in rule(file))


__all__ = ["RULES", "renewed"]
