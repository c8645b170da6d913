"""The translation from CUDA to HIP: its rules, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.dialects.dialect import HIP as TABLES
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.alignment_words import alignment_words
from retarget.translation.hip.arch import arch
from retarget.translation.hip.arch_attributes import arch_attributes
from retarget.translation.hip.array_pointers import array_pointers
from retarget.translation.hip.attributes import attributes
from retarget.translation.hip.barrier_waits import barrier_waits
from retarget.translation.hip.bf16_fma import bf16_fma
from retarget.translation.hip.bindings import bindings
from retarget.translation.hip.brought_headers import brought_headers
from retarget.translation.hip.c_bool import c_bool
from retarget.translation.hip.c_headers import c_headers
from retarget.translation.hip.calls import calls
from retarget.translation.hip.clang_conditions import clang_conditions
from retarget.translation.hip.clusters import clusters
from retarget.translation.hip.collapsed import collapsed
from retarget.translation.hip.composed_includes import composed_includes, differing_includes
from retarget.translation.hip.conversions import float_to_integer
from retarget.translation.hip.device_calls import device_calls
from retarget.translation.hip.device_printf import device_printf
from retarget.translation.hip.divisions import divisions
from retarget.translation.hip.early_instantiations import early_instantiations
from retarget.translation.hip.elaborated import elaborated
from retarget.translation.hip.enumerator_values import enumerator_values
from retarget.translation.hip.execution_spaces import execution_spaces
from retarget.translation.hip.expansions import expansions
from retarget.translation.hip.fields import fields
from retarget.translation.hip.fp_atomics import fp_atomics
from retarget.translation.hip.gaps import gaps
from retarget.translation.hip.global_names import global_names
from retarget.translation.hip.half_arguments import half_arguments
from retarget.translation.hip.half_lists import half_lists
from retarget.translation.hip.half_overloads import half_overloads
from retarget.translation.hip.half_parts import half_parts
from retarget.translation.hip.half_raws import half_raws
from retarget.translation.hip.handles import handles
from retarget.translation.hip.has_include import has_include
from retarget.translation.hip.header_guards import header_guards
from retarget.translation.hip.hip_macros import hip_macros
from retarget.translation.hip.host_calls import host_calls
from retarget.translation.hip.host_math import host_math
from retarget.translation.hip.image_levels import image_levels
from retarget.translation.hip.includes import includes
from retarget.translation.hip.index_declarations import index_declarations
from retarget.translation.hip.index_values import index_values
from retarget.translation.hip.kept_instantiations import kept_instantiations
from retarget.translation.hip.late_defaults import late_defaults
from retarget.translation.hip.late_symbols import late_symbols
from retarget.translation.hip.launch_bounds import launch_bounds
from retarget.translation.hip.launch_limits import launch_limits
from retarget.translation.hip.launches import launches
from retarget.translation.hip.legacy_blas import legacy_blas
from retarget.translation.hip.lenient import lenient
from retarget.translation.hip.libcudacxx import libcudacxx
from retarget.translation.hip.link_probes import link_probes
from retarget.translation.hip.literals import literals
from retarget.translation.hip.marked_libraries import marked_libraries
from retarget.translation.hip.mixed_arithmetic import mixed_arithmetic
from retarget.translation.hip.names import names
from retarget.translation.hip.newer_names import newer_names
from retarget.translation.hip.opened_names import opened_names
from retarget.translation.hip.overloads import overloads
from retarget.translation.hip.own_atomics import own_atomics
from retarget.translation.hip.own_builtins import own_builtins
from retarget.translation.hip.own_extrema import own_extrema
from retarget.translation.hip.own_integers import own_integers
from retarget.translation.hip.own_qualifications import own_qualifications
from retarget.translation.hip.pass_spaces import pass_spaces
from retarget.translation.hip.pasted_names import BEGINNINGS, pasted_names
from retarget.translation.hip.platform_conditions import kept_names, platform, project_branches
from retarget.translation.hip.powers import powers
from retarget.translation.hip.pragma_macros import pragma_macros
from retarget.translation.hip.program_names import past_the_programs
from retarget.translation.hip.ptx.inline_ptx import ptx
from retarget.translation.hip.random_states import random_states
from retarget.translation.hip.register_words import register_words
from retarget.translation.hip.repeated_parameters import repeated_parameters
from retarget.translation.hip.restrict_words import restrict_words
from retarget.translation.hip.semantic_uses import semantic_uses
from retarget.translation.hip.shared_objects import shared_objects
from retarget.translation.hip.shifts import shift_counts
from retarget.translation.hip.signed_chars import signed_chars
from retarget.translation.hip.special_members import special_members
from retarget.translation.hip.stand_ins import stand_ins
from retarget.translation.hip.standard import standard
from retarget.translation.hip.template_keywords import template_keywords
from retarget.translation.hip.textures import textures
from retarget.translation.hip.thrust_headers import thrust_headers
from retarget.translation.hip.typenames import typenames
from retarget.translation.hip.typeof_words import typeof_words
from retarget.translation.hip.undeclared_kernels import undeclared_kernels
from retarget.translation.hip.undeclared_templates import undeclared_templates
from retarget.translation.hip.vector_bases import vector_bases
from retarget.translation.hip.vector_calls import vector_calls
from retarget.translation.hip.vector_lists import vector_lists
from retarget.translation.hip.vector_operators import vector_operators
from retarget.translation.hip.warp import warp
from retarget.translation.hip.warp_waits import warp_wait
from retarget.translation.hip.wrapped_namespaces import wrapped_namespaces
from retarget.translation.plain import is_plain
from retarget.translation.rule import Rule
from retarget.translation.translation import Translation

RULES: tuple[Rule, ...] = (
    gaps,
    platform,
    includes,
    marked_libraries,
    differing_includes,
    has_include,
    header_guards,
    stand_ins,
    standard,
    c_bool,
    c_headers,
    thrust_headers,
    brought_headers,
    names,
    link_probes,
    opened_names,
    global_names,
    wrapped_namespaces,
    elaborated,
    collapsed,
    own_atomics,
    own_extrema,
    pasted_names,
    legacy_blas,
    hip_macros,
    clang_conditions,
    literals,
    register_words,
    calls,
    fields,
    attributes,
    clusters,
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
    half_overloads,
    half_parts,
    bindings,
    overloads,
    handles,
    enumerator_values,
    host_math,
    device_calls,
    device_printf,
    warp,
    late_symbols,
    kept_instantiations,
    textures,
    random_states,
    image_levels,
    fp_atomics,
    shift_counts,
    warp_wait,
    barrier_waits,
    float_to_integer,
    divisions,
    powers,
    bf16_fma,
    semantic_uses,
    ptx,
    libcudacxx,
    vector_operators,
    vector_calls,
    vector_bases,
    vector_lists,
    half_raws,
    signed_chars,
    template_keywords,
    lenient,
)

# What nvcc takes and clang does not: written first, for clang and the rules to read a unit whole.
MENDS: tuple[Rule, ...] = (
    execution_spaces, special_members, pass_spaces, host_calls, own_builtins, own_integers, newer_names, half_lists,
    late_defaults, typenames, own_qualifications,
    undeclared_kernels, undeclared_templates, repeated_parameters, array_pointers, restrict_words,
    shared_objects, alignment_words, early_instantiations, composed_includes, typeof_words,
)  # fmt: skip


def _before(files: Sequence[File]) -> Iterator[Edit]:
    yield from expansions(files)
    yield from (e for file in files for mend in MENDS for e in mend(file) if isinstance(e, Edit))


HIP = Translation(
    "HIP", TABLES, RULES, is_complete=True, has_maps=True, has_bounds=True,
    before=_before, is_plain=is_plain, spared=project_branches, beginnings=BEGINNINGS, kept=kept_names,
    meant=past_the_programs,
)  # fmt: skip
