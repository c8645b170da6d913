"""Translation: a unit and a dialect -> edits, diagnostics and needs, file by file. The rules, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from retarget.source.text import Cover, Diagnostic, Severity, Span
from retarget.translate.file import File, Finding, Need, Options
from retarget.translate.hip.arch import arch
from retarget.translate.hip.arch_attributes import arch_attributes
from retarget.translate.hip.attributes import attributes
from retarget.translate.hip.bindings import bindings
from retarget.translate.hip.c_bool import c_bool
from retarget.translate.hip.calls import calls
from retarget.translate.hip.collapsed import collapsed
from retarget.translate.hip.conversions import float_to_integer
from retarget.translate.hip.divisions import divisions
from retarget.translate.hip.elaborated import elaborated
from retarget.translate.hip.fields import fields
from retarget.translate.hip.fp_atomics import fp_atomics
from retarget.translate.hip.gaps import gaps
from retarget.translate.hip.global_names import global_names
from retarget.translate.hip.granularity import granularity
from retarget.translate.hip.half_arguments import half_arguments
from retarget.translate.hip.half_header import half_header
from retarget.translate.hip.half_parts import half_parts
from retarget.translate.hip.handles import handles
from retarget.translate.hip.host_math import host_math
from retarget.translate.hip.image_levels import image_levels
from retarget.translate.hip.includes import includes
from retarget.translate.hip.index_declarations import index_declarations
from retarget.translate.hip.index_values import index_values
from retarget.translate.hip.launch_bounds import launch_bounds
from retarget.translate.hip.launch_limits import launch_limits
from retarget.translate.hip.launches import launches
from retarget.translate.hip.libcudacxx import libcudacxx
from retarget.translate.hip.literals import literals
from retarget.translate.hip.mixed_arithmetic import mixed_arithmetic
from retarget.translate.hip.names import names
from retarget.translate.hip.overloads import overloads
from retarget.translate.hip.own_atomics import own_atomics
from retarget.translate.hip.pasted_names import pasted_names
from retarget.translate.hip.platform import platform, project_branches
from retarget.translate.hip.pragma_macros import pragma_macros
from retarget.translate.hip.ptx.rule import ptx
from retarget.translate.hip.semantic_uses import semantic_uses
from retarget.translate.hip.shifts import shift_counts
from retarget.translate.hip.signed_chars import signed_chars
from retarget.translate.hip.stand_ins import stand_ins
from retarget.translate.hip.standard import standard
from retarget.translate.hip.textures import textures
from retarget.translate.hip.thrust_headers import thrust_headers
from retarget.translate.hip.vector_bases import vector_bases
from retarget.translate.hip.vector_calls import vector_calls
from retarget.translate.hip.vector_lists import vector_lists
from retarget.translate.hip.vector_operators import vector_operators
from retarget.translate.hip.warp import warp
from retarget.translate.hip.warp_waits import warp_wait
from retarget.translate.hip.wrapped_namespaces import wrapped_namespaces

Rule = Callable[[File], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    gaps,
    platform,
    includes,
    stand_ins,
    standard,
    c_bool,
    thrust_headers,
    half_header,
    names,
    global_names,
    wrapped_namespaces,
    elaborated,
    collapsed,
    own_atomics,
    pasted_names,
    literals,
    calls,
    fields,
    attributes,
    pragma_macros,
    launches,
    launch_limits,
    index_declarations,
    index_values,
    launch_bounds,
    arch,
    arch_attributes,
    mixed_arithmetic,
    half_arguments,
    half_parts,
    bindings,
    overloads,
    handles,
    host_math,
    warp,
    textures,
    image_levels,
    fp_atomics,
    shift_counts,
    warp_wait,
    float_to_integer,
    divisions,
    semantic_uses,
    ptx,
    libcudacxx,
    vector_operators,
    vector_calls,
    vector_bases,
    vector_lists,
    signed_chars,
    granularity,
)


def translated(file: File) -> tuple[Finding, ...]:
    """What all rules find in one file. Rules look at the same text: their edits share one baseline.

    In what the unit leaves out, the project's own HIP branches are not touched, and diagnostics are notes."""
    if file.unit.language == "c":
        file = replace(file, dialect=file.dialect.in_c())
    kept = Cover(Span(file.source.path, *branch) for branch in project_branches(file.unit, file.source))
    found = (finding for rule in RULES for finding in rule(file))
    return tuple(_softened(file, f) for f in found if not (f.span and kept.has(f.span.path, f.span.start)))


def _softened(file: File, finding: Finding) -> Finding:
    """A diagnostic on what is not compiled is a note."""
    if isinstance(finding, Diagnostic) and finding.span and file.skipped(finding.span.start):
        return replace(finding, severity=Severity.NOTE)
    return finding


__all__ = ["RULES", "File", "Finding", "Need", "Options", "Rule", "translated"]
