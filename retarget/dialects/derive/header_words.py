"""Words of `header_words.txt`: identifiers in the code of HIP's headers that a user's macro may have as its name.

    template <typename T, int N> struct Array { T data[N]; };      T N Array data
    #if HIP_VERSION >= 600 && defined(nodiscard)                   none; `nodiscard` is out, as a directive asks for it

rocThrust's headers are left out: their names are those of CUDA's Thrust, which the same macros met before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from retarget.dialects.derive.packages import Packages

# Keywords, names that mean something in some places, and the macro that every header shares with its user.
_KEYWORDS = frozenset(
    "alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char16_t char32_t class compl "
    "const const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export "
    "extern false final float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq override private protected public register reinterpret_cast return short signed sizeof static "
    "static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union "
    "unsigned using virtual void volatile wchar_t while xor xor_eq".split()
)
# Reserved names, those of HIP and CUDA, and capitals of more than two letters: options and guards of headers.
_NO_MACRO = re.compile(r"_|(?:\w*_)?i?hip|HIP|roc|ROC|cuda|CUDA|[A-Z][A-Z0-9_]{2,}\Z")
_ASKING = frozenset({"if", "ifdef", "ifndef", "elif"})
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])*'", re.DOTALL)
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)(.*)")
_WORD = re.compile(r"(?<!\w)[A-Za-z_]\w*")
# Below ROCm's include folder, not read as libraries; programs reach ROCm SMI through a header of ours alone.
_OTHERS = frozenset({"hip", "thrust", "rocm_smi"})


def header_words(packages: Packages) -> list[str]:
    """Sorted. `packages.rocm` has to be given."""
    assert packages.rocm
    folders = (packages.old_hip, packages.rocm, *packages.new_hip)
    return words_of(path.read_text(errors="replace") for path in (*_of_hip(folders), *_of_libraries(packages.rocm)))


def words_of(texts: Iterable[str]) -> list[str]:
    """Sorted words of the code of all headers, given by their texts, that no directive of theirs asks about.

    >>> words_of(["#if defined(Asked)\\n#define limit(n) (n)\\n#endif\\nvoid f(int N, int Asked); // text"])
    ['N', 'f', 'limit', 'n']
    """
    used, asked = set[str](), set[str]()
    for text in texts:
        for line in _NO_CODE.sub(" ", text.replace("\\\n", " ")).split("\n"):
            if not (directive := _DIRECTIVE.match(line)):
                used.update(_WORD.findall(line))
            elif directive[1] == "define":
                used.update(_WORD.findall(directive[2]))
            elif directive[1] in _ASKING:
                asked.update(_WORD.findall(directive[2]))
    return sorted(word for word in used - asked - _KEYWORDS if not _NO_MACRO.match(word))


def _of_hip(folders: Iterable[Path]) -> Iterator[Path]:
    """HIP's headers for clang; those that end as C++'s do are for profilers and for a compiler that is gone."""
    for folder in folders:
        yield from sorted(path for part in ("hip", "hip/amd_detail") for path in (folder / part).glob("*.h"))


def _of_libraries(rocm: Path) -> Iterator[Path]:
    for path in sorted(rocm.rglob("*")):
        if path.suffix in {".h", ".hpp"} and path.relative_to(rocm).parts[0] not in _OTHERS:
            yield path
