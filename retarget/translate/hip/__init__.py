"""The translation from CUDA to HIP: its rules, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.dialects.dialect import HIP as TABLES
from retarget.source.text import Edit
from retarget.translate.file import File
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
from retarget.translate.hip.execution_spaces import execution_spaces
from retarget.translate.hip.expansions import expansions
from retarget.translate.hip.fields import fields
from retarget.translate.hip.fp_atomics import fp_atomics
from retarget.translate.hip.gaps import gaps
from retarget.translate.hip.global_names import global_names
from retarget.translate.hip.granularity import granularity
from retarget.translate.hip.half_arguments import half_arguments
from retarget.translate.hip.half_header import half_header
from retarget.translate.hip.half_lists import half_lists
from retarget.translate.hip.half_parts import half_parts
from retarget.translate.hip.handles import handles
from retarget.translate.hip.host_math import host_math
from retarget.translate.hip.image_levels import image_levels
from retarget.translate.hip.includes import includes
from retarget.translate.hip.index_declarations import index_declarations
from retarget.translate.hip.index_values import index_values
from retarget.translate.hip.late_defaults import late_defaults
from retarget.translate.hip.launch_bounds import launch_bounds
from retarget.translate.hip.launch_limits import launch_limits
from retarget.translate.hip.launches import launches
from retarget.translate.hip.libcudacxx import libcudacxx
from retarget.translate.hip.literals import literals
from retarget.translate.hip.mixed_arithmetic import mixed_arithmetic
from retarget.translate.hip.names import names
from retarget.translate.hip.overloads import overloads
from retarget.translate.hip.own_atomics import own_atomics
from retarget.translate.hip.pasted_names import BEGINNINGS, pasted_names
from retarget.translate.hip.platform import kept_names, platform, project_branches
from retarget.translate.hip.pragma_macros import pragma_macros
from retarget.translate.hip.ptx.rule import ptx
from retarget.translate.hip.semantic_uses import semantic_uses
from retarget.translate.hip.shifts import shift_counts
from retarget.translate.hip.signed_chars import signed_chars
from retarget.translate.hip.stand_ins import stand_ins
from retarget.translate.hip.standard import standard
from retarget.translate.hip.textures import textures
from retarget.translate.hip.thrust_headers import thrust_headers
from retarget.translate.hip.typenames import typenames
from retarget.translate.hip.vector_bases import vector_bases
from retarget.translate.hip.vector_calls import vector_calls
from retarget.translate.hip.vector_lists import vector_lists
from retarget.translate.hip.vector_operators import vector_operators
from retarget.translate.hip.warp import warp
from retarget.translate.hip.warp_waits import warp_wait
from retarget.translate.hip.wrapped_namespaces import wrapped_namespaces
from retarget.translate.plain import is_plain
from retarget.translate.rule import Rule
from retarget.translate.translation import Translation

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

# What nvcc takes and clang does not: written first, for clang and the rules to read a unit whole.
MENDS: tuple[Rule, ...] = (execution_spaces, half_lists, late_defaults, typenames)


def _before(files: Sequence[File]) -> Iterator[Edit]:
    yield from expansions(files)
    yield from (e for file in files for mend in MENDS for e in mend(file) if isinstance(e, Edit))


HIP = Translation(
    "HIP", TABLES, RULES, is_complete=True, has_maps=True, has_bounds=True,
    before=_before, is_plain=is_plain, spared=project_branches, beginnings=BEGINNINGS, kept=kept_names,
)  # fmt: skip
