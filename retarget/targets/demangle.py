"""Names of kernels as their author wrote them, by the C++ runtime library's own demangler."""

from __future__ import annotations

import ctypes
import ctypes.util
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

_Demangler = Callable[[bytes, None, None, "ctypes._Pointer[ctypes.c_int]"], int | None]


@lru_cache(maxsize=1)
def _library() -> tuple[ctypes.CDLL, ctypes.CDLL] | None:
    """libstdc++ or libc++abi, with the C library that frees what they return."""
    for name in ("libstdc++.so.6", "libc++abi.so.1", ctypes.util.find_library("stdc++")):
        try:
            library, c = ctypes.CDLL(name), ctypes.CDLL(None)
            library.__cxa_demangle.restype = ctypes.c_void_p
            library.__cxa_demangle.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
            c.free.argtypes = [ctypes.c_void_p]
            return library, c
        except (OSError, AttributeError, TypeError):
            continue
    return None


@lru_cache(maxsize=4096)
def demangled(symbol: str) -> str:
    """The name with its template arguments and parameters; the symbol itself where it is not a mangled one.

    >>> demangled("_Z4wideILi8EEvPd")
    'void wide<8>(double*)'
    >>> demangled("plain")
    'plain'
    """
    libraries = _library()
    if libraries is None or not symbol.startswith("_Z") or "\0" in symbol:
        return symbol
    library, c = libraries
    status = ctypes.c_int()
    address = library.__cxa_demangle(symbol.encode("utf-8", "replace"), None, None, ctypes.byref(status))
    if not address:
        return symbol
    try:
        return ctypes.string_at(address).decode("utf-8", "replace")
    finally:
        c.free(address)


def kernel_name(symbol: str) -> str:
    """The demangled name without return type and parameters.

    >>> kernel_name("_Z5spillILi96EdEvPT0_PKii")
    'spill<96, double>'
    >>> kernel_name("_ZN12_GLOBAL__N_16hiddenEPi")
    '(anonymous namespace)::hidden'
    """
    name = demangled(symbol)
    if name == symbol:
        return symbol
    start, end, depth = 0, len(name), 0  # of letters: symbols are no C++, whose tokens `brackets` knows
    for at, char in enumerate(name):
        if char == "(" and depth == 0 and at > start and not name.startswith("(anonymous namespace)", at):
            end = at
            break
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(char, 0)
        if char == " " and depth == 0 and not name.startswith("(anonymous namespace)", at - 10):
            start = at + 1
    return name[start:end]


def split_name(name: str) -> tuple[str, tuple[str, ...]]:
    """A kernel's own name, and the arguments of its template.

    >>> split_name("void a::k<int, (anonymous namespace)::t<int, 2>>")
    ('k', ('int', '(anonymous namespace)::t<int, 2>'))
    >>> split_name("k")
    ('k', ())
    """
    head, _, inside = name.partition("<")
    arguments, depth, start = [], 0, 0  # of letters: a symbol is no C++, whose tokens `brackets` knows
    inside = inside.rpartition(">")[0]
    for at, letter in enumerate(inside):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and not depth:
            arguments.append(inside[start:at].strip())
            start = at + 1
    arguments += [inside[start:].strip()] if inside else []
    return head.rpartition("::")[2].split(" ")[-1].strip(), tuple(arguments)


def plain_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """Arguments of a template, spelled alike whoever spells them.

    >>> plain_arguments(["(int)4", "unsigned int", "8u"])
    ('4', 'unsignedint', '8')
    """
    return tuple(re.sub(r"\s+|\([\w ]+\)(?=-?\d)|(?<=\d)[uUlL]+$", "", a) for a in arguments)
