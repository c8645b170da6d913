"""Options of nvcc, gcc and clang that the front end does not read: those for a compiler that makes code, and those that
would have to be read and are not, which the user hears of."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

from retarget.source.flags import expanded
from retarget.source.nvcc_command import NvccCommand, options_alone
from retarget.source.nvcc_options import Given, read
from retarget.source.project import placed

# Two words, of which nvcc knows none: those for code, and those for links and assemblers alone.
_PAIRED = frozenset(
    """-mllvm -Xclang -Xarch_host -Xarch_device -Xpreprocessor -Xoffload-linker --param -target -imacros -isysroot
    --sysroot -iprefix -iwithprefix -imultilib -include-pch""".split()
)
_LATER = frozenset("-T -u -z -Xassembler -framework -install_name -e -aux-info -dumpbase -dumpdir".split())
# What `read_flags` reads beside nvcc's options, and what makes no difference to what a source says: its code, its
# warnings, what is linked, and what else the compiler writes.
_READ = re.compile(r"-fopenmp|-openmp|-ffast-math|-fgpu-rdc|-x\w[\w+]*|-Wp,.*|-[IDUl].+|-std=.*|-iquote.+", re.S)
_CODE = re.compile(
    r"""-(?: [OgMW].*|L.+|[cSEvspw]|pg|pipe|pthreads?|pie|no-pie|nopie|rdynamic|static.*|shared.*
    |save-temps.*|dumpmachine|nostdlib|nodefaultlibs|nostartfiles|fuse-ld=.*|B.*|ffile-prefix-map=.*|fdebug-.*|fmacro-prefix-map=.*
    |frandom-seed=.*|Qunused-arguments|no-canonical-prefixes|-?coverage|-sysroot=.*|-offload-arch=.*|-cuda-.*
    |-hip-.*|-rocm-.*|-gcc-toolchain=.*|-target=.*|-driver-mode=.*|-param=.*
    |f(?:no-)?(?: p(?:ic|ie)|P(?:IC|IE)|plt|lto.*|fat-lto-objects|visibility.*|function-sections|data-sections
        |stack-.*|sanitize.*|profile.*|coverage.*|instrument-.*|omit-frame-pointer|optimize-.*|tree-.*|unroll-.*
        |unrolled?-.*|peel-loops|inline.*|vectorize|slp-vectorize|semantic-interposition|strict-aliasing|strict-overflow
        |wrapv|trapv|math-errno|trapping-math|signaling-nans|signed-zeros|associative-math|reciprocal-math
        |finite-math-only|unsafe-math-optimizations|rounding-math|fp-.*|excess-precision=.*|cx-.*|builtin.*|common
        |diagnostics-.*|color-diagnostics|caret-diagnostics|show-.*|message-length=.*|max-errors=.*|error-limit=.*
        |template-.*|constexpr-.*|exceptions|rtti|asynchronous-unwind-tables|unwind-tables|threadsafe-statics
        |cf-protection.*|gnu-unique|ident|verbose-asm|ipa-.*|gcse.*|ivopts|schedule-.*|align-.*|merge-.*
        |gpu-.*|cuda-.*|hip-.*|offload-.*|openmp-.*|xray-.*|ansi-escape-codes|assume-.*|delete-null-pointer-checks
        |variable-expansion-in-unroller|prefetch-.*|keep-.*|jump-tables|crossjumping|reorder-.*|split-.*|web|toplevel-.*
        |new-ttp-matching|sized-deallocation|aligned-new|aligned-allocation|relaxed-template-template-args
        |pch-.*|modules-.*|time-.*|stack-usage|debug-.*|use-.*|linker-.*|abi-.*|trivial-.*|zero-.*|hardened|large-source-files
        |limit-debug-info|standalone-debug|crash-diagnostics.*|rename-registers|caller-saves|defer-pop|forward-propagate
        |guess-.*|if-conversion.*|sched-.*|selective-.*|thread-jumps|strict-enums|strict-vtable-pointers|emulated-tls
        |integrated-as|whole-program.*|cse-.*|loop-.*|rerun-.*|float-store|devirtualize.*|partial-inlining)
    |m(?: arch|tune|cpu|fpu|float-abi|abi|cmodel|stack.*|prefer-.*|branch-.*|fpmath|tls-.*|harden.*|indirect.*
        |function-return|code-object-version)(?:=.*)?
    |m(?: no-)?(?:sse.*|ssse.*|avx.*|fma.?|f16c|bmi.?|aes|vaes|pclmul|popcnt|lzcnt|abm|movbe|mmx|3dnow|xop|adx|rdrnd
        |rdseed|sha|gfni|vpclmulqdq|red-zone|omit-leaf-frame-pointer|recip.*|cx16|sahf|64|altivec|vsx|unaligned-access
        |outline-atomics|wavefrontsize64|unsafe-fp-atomics|tgsplit|cumode|relax-all|incremental-.*|vzeroupper))""",
    re.X | re.S,
)  # fmt: skip
# nvcc's that change what a program does: what HIP's compiler has in their place.
_MEANINGS = {
    ("default-stream", "per-thread"): "-fgpu-default-stream=per-thread",
    ("fmad", "false"): "-ffp-contract=off",
}


# nvcc's options of which something is said or made here, beside those of compilers that it does not know.
_KEPT = frozenset(
    """optimize debug device-debug generate-line-info ftz prec-div prec-sqrt fmad use_fast_math default-stream
    compiler-options linker-options library-path m32 machine""".split()
)


def code_words(words: Sequence[str], folder: str = "", inputs: bool = False) -> tuple[str, ...]:
    """What of a command line the front end does not read, and is more than the name of a file, as words of the same
    meaning; inputs: words that are no options, too. Raises FlagError, Error for an option without its value."""
    pairs, others = _paired("-O1" if w == "-O" else w for w in expanded(words, folder))
    found = [word for pair in pairs for word in pair]
    for option in _read(others):
        if option.name == "?" or (inputs and not option.name):
            found += [option.spelled] if not _READ.fullmatch(option.spelled) else []
        elif option.name in _KEPT:
            value = placed(os.path.join(folder, option.value)) if option.name == "library-path" else option.value
            found.append(f"--{option.name}" + (f"={_escaped(value)}" if value else ""))
    return tuple(found)


def _escaped(value: str) -> str:
    return value.replace(",", "\\,")


def _paired(words: Iterable[str]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The options that take the next word and that nvcc does not know, and the other words."""
    pairs, others = list[tuple[str, str]](), list[str]()
    rest = iter(words)
    for word in rest:
        if word in _PAIRED:
            pairs.append((word, next(rest, "")))
        elif word in _LATER:
            next(rest, "")
        else:
            others.append(word)
    return tuple(pairs), tuple(others)


def _read(words: Sequence[str]) -> tuple[Given, ...]:
    """Words of nvcc, and of gcc and clang as it would hand them on."""
    return read(("--forward-unknown-opts", *_paired(words)[1]))[1:]


def left_out(words: Sequence[str], compiled_alike: bool) -> Iterator[str]:
    """What there is to say of the `code_words` of a unit: those that would have to be read and are not, or that nothing
    here knows; unless compiled_alike, those that change what a program does, which its text cannot hold."""
    if found := list(dict.fromkeys(_unused(words))):
        yield f"the source is read as without {', '.join(found)}"
    if not compiled_alike:
        for option in _read(words):
            if hip := _MEANINGS.get((option.name, option.value)):
                yield f"no text holds {option.name}={option.value}: give HIP's compiler {hip}"


def understood_code(words: Sequence[str]) -> tuple[NvccCommand, tuple[tuple[str, str], ...]]:
    """The `code_words` of a unit as nvcc would have them, and the pairs among them, which only clang knows."""
    return options_alone(_read(words)), _paired(words)[0]


def _unused(words: Sequence[str]) -> Iterator[str]:
    yield from (" ".join(pair).strip() for pair in _paired(words)[0])
    for option in _read(words):
        if option.name == "?":
            yield from _strange(option.spelled)
        elif option.name == "compiler-options":
            yield from (word for part in option.value.split() for word in _strange(part))
        elif option.name == "m32" or (option.name, option.value) == ("machine", "32"):
            yield "-m32"
        elif not option.name:
            yield option.value


def _strange(word: str) -> Iterator[str]:
    if not _READ.fullmatch(word) and not _CODE.fullmatch(word):
        yield word
