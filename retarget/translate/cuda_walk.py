"""The walk of `--to nvidia`: inputs -> units -> what the newest toolkit no longer accepts -> texts that it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from retarget.dialects import CUDA, load
from retarget.source.flags import Flags
from retarget.source.lexer import COMMENT, NAME, tokens
from retarget.source.reach import reached
from retarget.source.text import Diagnostic, Severity, Source, Span
from retarget.system.workers import worked
from retarget.translate.cuda import renewed
from retarget.translate.cuda.references import WORDS
from retarget.translate.file import File
from retarget.translate.head import Spelling
from retarget.translate.merge import Program, UnitResult, is_ours, merged
from retarget.translate.walk import Request, defined_macros, flags_of, roots_of
from retarget.unit import Unit
from retarget.unit.parse import Interest, ParseError, parse


def renewed_program(
    request: Request, spelling: Callable[[str], Spelling], progress: Callable[[str], None] = lambda _: None
) -> Program:
    """All inputs and what they reach below `request.root`, in CUDA. Raises InputError."""
    flags = flags_of(request)
    roots = roots_of(request)
    several, options = request.several or len(roots) > 2, replace(request.options, launch_bounds=False)
    request = replace(request, several=several, options=options)
    pairs = [(s, flags[s.path]) for s in roots]
    unit, lost = partial(_renewed, request), partial(_lost, request)
    results = worked(unit, pairs, request.jobs, lost, lambda pair: progress(pair[0].path))
    return merged(results, frozenset(s.path for s in roots), flags, request.options, request.root, spelling)


def _lost(request: Request, pair: tuple[Source, Flags]) -> UnitResult:
    return _renewed(request, pair, "libclang crashes on it, or memory does not suffice")


def _renewed(request: Request, pair: tuple[Source, Flags], unreadable: str = "") -> UnitResult:
    root, flags = pair
    sources = reached(root, flags, request.texts)
    code = {s.path: [t for t in tokens(s.text) if t.kind != COMMENT] for s in sources if not is_ours(s)}
    words = frozenset(t.text for listed in code.values() for t in listed if t.kind == NAME)
    dialect = load(words, folder=CUDA)
    fields = frozenset(f for _, f in dialect.fields)
    interest = Interest(frozenset(w for w in words if dialect.name(w)) | (WORDS & words), fields, rules=True)
    asked = interest.names or fields & words
    unit = _parsed(request, root, flags, interest, unreadable) if asked else Unit(root.path, sources)
    own = unit.own_names | defined_macros(code)
    files = [
        File(s, unit, dialect, flags, request.options, s is unit.sources[0], own, root=request.root, kept=own)
        for s in unit.sources
    ]
    told = tuple((d.span.path, (d,)) for d in unit.diagnostics if d.rule == "parse" and d.span and not unit.parsed)
    return UnitResult(unit, (*((f.source.path, renewed(f)) for f in files if not is_ours(f.source)), *told))


def _parsed(request: Request, root: Source, flags: Flags, interest: Interest, unreadable: str) -> Unit:
    if not unreadable and request.headers:
        try:
            return parse(root, flags, request.headers, interest, request.cache, request.several, request.texts)
        except ParseError as error:
            unreadable = str(error)
    told = Diagnostic("parse", Severity.WARNING, Span(root.path, 0, 0), unreadable)
    return Unit(root.path, reached(root, flags, request.texts), diagnostics=(told,) if unreadable else ())
