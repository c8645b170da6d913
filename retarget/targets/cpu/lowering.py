"""CUDA or HIP text -> C++ for the host: launches and kernels become calls of the host runtime.

    k<<<grid, block, shared, stream>>>(a, b)   -->  (::retarget_host::configure(grid, block, shared, stream), k(a, b))
    __global__ void k(...) { body }            -->  __global__ void k(...) { ::retarget_host::grid(
                                                        __PRETTY_FUNCTION__, [=]() mutable { body }); }
    extern __shared__ T s[];                   -->  T* s = static_cast<T*>(::retarget_host::dynamic_shared());
    #ifdef __CUDA_ARCH__                       -->  see device_side.py
    hipLaunchKernel((const void*)k, ...)       -->  hipLaunchKernel(k, ...)
    __constant__ T c[4];                       -->  static __constant__ T c[4];  unless units share variables

Legal everywhere: it looks at tokens, so that macro bodies and fragments are lowered too. Lines stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from retarget.source.brackets import ANGLES, BRACES, opening_angle, separators, turn
from retarget.source.launch_spelling import closing_bracket, mended
from retarget.source.lexer import NAME
from retarget.source.text import Edit, Source, apply, united
from retarget.targets.cpu import recorded_text
from retarget.targets.cpu.device_side import device_branches
from retarget.targets.cpu.opened_bodies import UNSEEN, Openings, ends
from retarget.targets.cpu.tokens import Code

_NONE: Mapping[str, frozenset[str]] = {}
_NO_OPENINGS = Openings()
_LAUNCHES = frozenset(
    "hipLaunchKernel hipLaunchCooperativeKernel hipExtLaunchKernel cudaLaunchKernel cudaLaunchCooperativeKernel".split()
)
_BY_CONFIGURATION = frozenset({"cudaLaunchKernelExC", "hipLaunchKernelExC"})  # the kernel is their second argument
_QUALIFIERS = frozenset({"const", "volatile", "__restrict__", "__restrict", "restrict"})
_ANGLES = (">", ">>", ">>>")
_VARIABLES = ("__constant__", "__device__")
_MARKS = ("__global__", "<<<", "<< <", "< <<", "__shared__", "LaunchKernel", "aunchCoop", *_VARIABLES)


def lowered(
    path: str,
    text: str,
    redzones: bool = False,
    shared_variables: bool = False,
    macros: Mapping[str, frozenset[str]] = _NONE,
    opened: Openings = _NO_OPENINGS,
    is_recorded: bool = False,
) -> str:
    """The text for the host's compiler. Nothing of CUDA's language in it: the text itself.

    redzones: put bytes between shared arrays that nothing may touch.
    shared_variables: units of the program share variables of the device; else each has its own, as nvcc has it.
    macros: of the program, the qualifiers that each brings; opened: those that open bodies of kernels.
    is_recorded: launches are to be captured.
    """
    if not any(mark in text for mark in (*_MARKS, *macros, *opened.openers)):
        return text
    code = _Lowered(Source(path, mended(text)), macros)
    code.opened = opened
    code.is_recorded = is_recorded
    found = [*code.all(redzones), *ends(code, opened), *device_branches(code, lambda body: _host_body(path, body))]
    if not shared_variables:
        found += code.variables()
    return apply(code.source, united(found))


def _host_body(path: str, text: str) -> str:
    """What the host has of a function of both sides."""
    code = _Lowered(Source(path, text), _NONE)
    return apply(code.source, united([*code.all(redzones=False), *code.variables()]))


class _Lowered(Code):
    """The edits of one text."""

    is_recorded = False
    opened = _NO_OPENINGS

    def all(self, redzones: bool) -> Iterator[Edit]:
        yield from self.kernels()
        yield from self.launches()
        yield from self.shared(redzones)
        yield from self.casts()
        if self.is_recorded:
            yield from recorded_text.variables(self, list(self._defined(frozenset({"extern", "template", "operator"}))))

    @cached_property
    def bodies(self) -> list[tuple[int, int | None] | None]:
        """First and last token of the kernels' bodies: braces, or macros that bring these; no last one where none is
        seen."""
        words = {"__global__", *(name for name, brought in self.macros.items() if "__global__" in brought)}
        found = (i for i, t in enumerate(self.code) if t.text in words and t.directive != "undef")
        return [self._body(i) for i in found]

    def _body(self, index: int) -> tuple[int, int | None] | None:
        """First and last token of the body of the kernel whose `__global__` stands at `index`: none where it has no
        body, or where a macro's text does not tell."""
        depth, directive, seen = 0, self.code[index].directive, False
        for i in range(index + 1, len(self.code)):
            token = self.code[i]
            if token.directive != directive:
                if directive:
                    return None
                continue
            if token.text in ("(", "["):
                depth += 1
            elif token.text in (")", "]"):
                depth -= 1
                seen = True
            elif depth == 0 and token.text == ";":
                return None
            elif depth == 0 and seen and (token.text == "{" or self._begins(i)):
                return i, self._end(i)
        return None

    def _begins(self, index: int) -> bool:
        """Whether a macro's use brings the brace that a body begins with."""
        return self.code[index].kind == NAME and self.at(index) in self.opened.begins

    def _end(self, first: int) -> int | None:
        token, last = self.code[first], first
        if token.text == "{":
            return self.opened.end(self, first + 1, token.directive)
        if self.at(first + 1) == "(":
            last = self.closing(first + 1) or first
        depth = self.opened.balance.get(token.text, 0)
        return self.opened.end(self, last + 1, token.directive, depth) if depth else last

    def kernels(self) -> Iterator[Edit]:
        for first, last in dict.fromkeys(b for b in self.bodies if b):
            captured = ", ".join(("=", *self._references(first)))
            given = recorded_text.given(self, first) if self.is_recorded else None
            before, name = (given, "recorded_grid") if given else ("", "grid")
            head, tail = f"{before} ::retarget_host::{name}(__PRETTY_FUNCTION__, [{captured}]() mutable ", "}); "
            is_brought, begin = self.at(first) != "{", self.code[first]
            start, head = (begin.start, f"{{{head}") if is_brought else (begin.end, f"{head}{{")
            end = self.code[last].start if last is not None else None
            if last is None and not begin.directive:
                yield self.insert(begin.end, UNSEEN)
            elif is_brought and last is not None and self.opened.balance.get(begin.text, 0) == 0:
                yield from (self.insert(start, head), self.insert(self.code[last].end, "); }"))
            else:
                yield self.insert(start, head + tail if start == end else head)
                if end is not None and start != end:
                    yield self.insert(end, tail)

    def _references(self, brace: int) -> Iterator[str]:
        """How a closure takes a kernel's parameters that are references: by reference, where others are copied."""
        close = next((i for i in range(brace - 1, max(brace - 4, -1), -1) if self.at(i) == ")"), None)
        first = self.opening(close) if close is not None else None
        if close is None or first is None:
            return
        depth, angles, is_default, taken = 0, 0, False, ""
        for i in range(first + 1, close):
            token = self.code[i]
            depth += turn(token.text)
            angles += ANGLES.get(token.text, 0)
            if depth == 0 and angles == 0 and token.text == ",":
                is_default, taken = False, ""
            elif depth == 0 and token.text == "=":
                is_default = True
            elif angles == 0 and not is_default and token.text in ("&", "&&"):
                taken = "&"
            elif taken == "&" and token.text == "...":
                taken = "&..."
            elif taken and token.kind == NAME and token.text not in _QUALIFIERS:
                yield f"&{token.text}{taken[1:]}"
                taken = ""

    def launches(self) -> Iterator[Edit]:
        for opening, token in enumerate(self.code):
            if token.text != "<<<":
                continue
            closing = closing_bracket(self.code, opening)
            first = self._callee(opening)
            if closing is None or first is None:
                continue
            start = self.code[first].start
            callee = self.source.text[start : token.start]
            config = self.source.text[token.end : self.code[closing].start]
            end = self.closing(closing + 1) if self.at(closing + 1) == "(" else None
            after = "" if end else ")"  # arguments that a macro brings with their brackets
            yield self.replace(start, self.code[closing].end, f"(::retarget_host::configure({config}), {callee}{after}")
            if end:
                yield self.insert(self.code[end].end, ")")

    def _callee(self, opening: int) -> int | None:
        """First token of what is launched: `k`, `ns::k<T, 4>`, `(k)`, `MACRO(k)`, `table[i]`, `steps[i].kernel`."""
        i = opening - 1
        while i >= 0:
            while self.at(i) in (")", "]", *_ANGLES):
                if self.at(i) in _ANGLES:
                    i = self._template(i) - 1
                    continue
                start = self.opening(i)
                if start is None:
                    return None
                is_called = self.code[start - 1].kind == NAME or self.at(start - 1) in (")", "]", *_ANGLES)
                if not is_called or self._begins_statement(start):
                    return start
                i = start - 1
            while self.at(i - 1) == "##" and i > 1:
                i -= 2
            if i < 0 or self.code[i].kind != NAME:
                return None
            if self.at(i - 1) == "template" and self.at(i - 2) in ("::", ".", "->"):
                i -= 1
            if i == 0 or self.at(i - 1) not in ("::", ".", "->"):
                return i
            ends = _ANGLES if self.at(i - 1) == "::" else (*_ANGLES, ")", "]")
            i -= 2
            names = self.code[i].kind == NAME and self.at(i) not in ("else", "do", "return")
            if i < 0 or not (names or self.at(i) in ends):
                return i + 1  # ::k
        return None

    def _begins_statement(self, bracket: int) -> bool:
        """Whether a bracket stands behind `else`, or behind the head of a loop or branch."""
        before = bracket - 1
        if self.at(before) in ("else", "do", "return"):
            return True
        head = self.opening(before) if self.at(before) == ")" else None
        return head is not None and self.at(head - 1) in ("for", "while", "if", "constexpr", "switch")

    def _template(self, closing: int) -> int:
        """The index of the `<` that a `>`, `>>` or `>>>` closes; 0 where none is there."""
        return opening_angle(self.code, closing) or 0

    def shared(self, redzones: bool) -> Iterator[Edit]:
        """Declarations `extern __shared__ T name[]`, its words in any order; what follows the others."""
        for i, token in enumerate(self.code):
            if token.text != "__shared__" or token.directive not in ("", "define"):
                continue
            first = i
            while self.code[first - 1].kind == NAME and self.code[first - 1].directive == token.directive and first > 0:
                first -= 1
            last = i
            while self.at(last) not in ("", ";", "=", "{", "}") and self.code[last].directive == token.directive:
                last += 1
            words = [t.text for t in self.code[first:last]]
            if self.at(last) != ";" and not token.directive:
                continue
            if "extern" in words:
                yield from self._dynamic(first, last)
            elif redzones and self.at(last) == ";" and self._in_function(first):
                zone = f" __attribute__((used)) thread_local char retarget_redzone_{token.start}[64];"
                yield self.insert(self.code[last].end, zone)

    def _dynamic(self, first: int, last: int) -> Iterator[Edit]:
        bracket = next((i for i in range(first + 1, last) if self.at(i) == "[" and self.at(i + 1) == "]"), None)
        if bracket is None or self.code[bracket - 1].kind != NAME:
            return
        name, kept, skip = self.code[bracket - 1], [], 0
        for i in range(first, bracket - 1):
            text = self.at(i)
            if i < skip or text in ("extern", "__shared__"):
                continue
            if text in ("__align__", "alignas", "__attribute__", "__attribute") and self.at(i + 1) == "(":
                skip = (self.closing(i + 1) or i + 1) + 1
                continue
            kept.append(text)
        kind, row = " ".join(kept), "".join(self.at(i) for i in range(bracket + 2, last))
        pointer, declared = f"{kind}*", f"{kind}* {name.text}"
        if row:
            pointer, declared = f"{kind} (*){row}", f"{kind} (*{name.text}){row}"
        if self._in_function(first):
            new = f"{declared} = static_cast<{pointer}>(::retarget_host::dynamic_shared())"
        else:
            new = f"static const ::retarget_host::DynamicShared<{kind}{row}> {name.text}{{}}"
            yield from self._decayed(name.text)
        yield self.replace(self.code[first].start, self.code[last - 1].end, new)

    def _decayed(self, name: str) -> Iterator[Edit]:
        """A pointer where an array becomes one: `(T*)s` -> `(T*)+s`, `f(a, s)` -> `f(a, +s)`; reinterpret_cast alike.

        Legal for whatever else has the name: of an array or a pointer, + gives the pointer; a call's arguments are
        unchanged where something else may have it.
        """
        uses = [i for i, t in enumerate(self.code) if t.text == name and self.at(i + 1) not in ("[", "(", "{", "=")]
        shadowed = sum(self._declares(i) for i, t in enumerate(self.code) if t.text == name) > 1
        for last in uses:
            i = last
            while self.at(i - 1) == "::" and self.code[i - 2].kind == NAME:
                i -= 2
            before, place = i - 1, self.code[i].start
            while self.at(before) == "(" and self.at(before - 1) in ("(", ")"):
                before -= 1
            cast = self.at(before) == ")" and self.at(before - 1) == "*"
            if self.at(before) == "(" and self.at(before - 1) == ">":
                cast = self.at(self._template(before - 1) - 1) == "reinterpret_cast"
            if cast or (not shadowed and self._argument(i, last)):
                yield self.insert(place, "+")

    def _argument(self, index: int, last: int) -> bool:
        """Whether a name is all of a call's argument."""
        first = index
        while first > 0 and self.at(first - 1) not in ("(", ";", "{", "}", "["):
            first = (self.opening(first - 1) or 0) if self.at(first - 1) in (")", "]") else first - 1
        called = self.code[first - 2]
        plain = called.kind == NAME and called.text not in ("sizeof", "decltype", "if", "while", "for", "switch")
        whole = self.at(index - 1) in ("(", ",") and self.at(last + 1) in (")", ",")
        return self.at(first - 1) == "(" and plain and whole

    def _declares(self, index: int) -> bool:
        before = index - 1
        while self.at(before) in ("*", "&", "&&", "const"):
            before -= 1
        return self.code[before].kind == NAME and self.at(before) not in ("return", "else", "case", "throw", "delete")

    def _in_function(self, index: int) -> bool:
        if self.code[index].directive == "define":
            return True
        depth = 0
        for i in range(index - 1, -1, -1):
            if self.code[i].directive:
                continue
            text = self.code[i].text
            depth -= turn(text, BRACES)
            if depth < 0:
                before = self.at(i - 1)
                if before in (")", "const", "noexcept", "else", "do", "try", ";", "{", "}", "mutable"):
                    return True
                depth = 0
        return False

    def variables(self) -> Iterator[Edit]:
        """Definitions of device variables at file scope: each unit's own."""
        linked = frozenset({"extern", "static", "inline", "template", "operator"})
        for i in self._defined(linked, once=True):
            yield self.insert(self.code[i].start, "static ")

    def _defined(self, others: frozenset[str], once: bool = False) -> Iterator[int]:
        """The marks of device variables' definitions at file scope, without those that have a word of `others`. once:
        those of several marks do not count."""
        for i, token in enumerate(self.code):
            if token.text not in _VARIABLES or token.directive:
                continue
            words = set(self.head(i))
            j = i + 1
            while self.at(j) not in ("", ";", "=", "[", "{", "("):
                words.add(self.at(j))
                j += 1
                if self.at(j) == "(" and self.at(j - 1) in ("__align__", "alignas", "__attribute__"):
                    j = (self.closing(j) or j) + 1
            linked = words & (others | frozenset(_VARIABLES) if once else others)
            is_member = self.at(j - 2) == "::"  # of a class, which says whether it is static, or of a namespace
            if self.at(j) in (";", "=", "[", "{") and not linked and not is_member and not self._nested(i):
                yield i

    def _nested(self, index: int) -> bool:
        """Whether a place lies within braces other than those of namespaces and of `extern "C"`."""
        depth = 0
        for i in range(index - 1, -1, -1):
            if self.code[i].directive:
                continue
            text = self.at(i)
            depth -= turn(text, BRACES)
            if depth < 0:
                if "namespace" not in (self.at(i - 1), self.at(i - 2)) and self.at(i - 2) != "extern":
                    return True
                depth = 0
        return False

    def casts(self) -> Iterator[Edit]:
        """A kernel's type is needed where it is launched by its address: casts to `void*` go."""
        for i, token in enumerate(self.code):
            if token.text not in _LAUNCHES | _BY_CONFIGURATION or self.at(i + 1) != "(":
                continue
            j = self._behind_comma(i + 1) if token.text in _BY_CONFIGURATION else i + 2
            if j is None:
                continue
            start = self.code[j].start if j < len(self.code) else 0
            if self.at(j) == "(" and (end := self.closing(j)) and self.at(end - 1) == "*":
                yield self.replace(start, self.code[end].end, "")
            elif self.at(j) in ("reinterpret_cast", "static_cast"):
                while self.at(j) not in (">", ";", ""):
                    j += 1
                yield self.replace(start, self.code[j].end, "")

    def _behind_comma(self, opening: int) -> int | None:
        """The index behind the first comma of a call's arguments."""
        end = self.closing(opening)
        comma = next(separators(self.code, opening + 1, end), None) if end is not None else None
        return None if comma is None else comma + 1
