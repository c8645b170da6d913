"""Files of build systems that are copied as they are: each is named where it speaks of CUDA."""

from __future__ import annotations

import re

from retarget.source.text import Diagnostic, Source
from retarget.targets.amd.build_files.renamed_sources import warning

NAMES = re.compile(
    r"meson\.build|meson_options\.txt|meson\.options|BUILD|WORKSPACE|MODULE\.bazel|.*\.(?:bazel|bzl|buck)|BUCK"
    r"|configure(?:\.ac|\.in)?|Makefile\.(?:am|in)|.*\.m4|SConstruct|SConscript|wscript|xmake\.lua|build\.ninja"
    r"|setup\.py|.*\.(?:pro|vcxproj)"
)
_COPIED = "retarget copies this build file unchanged: adapt what it says about CUDA"
_CUDAS = re.compile(r"nvcc|\bcuda|\bCUDA|\blibcu[a-z]+|\.cuh?\b", re.I)


def warning_about_cuda(source: Source) -> Diagnostic | None:
    """At the first place that speaks of CUDA."""
    found = _CUDAS.search(source.text)
    return warning(source, found.start(), found.end(), _COPIED) if found else None
