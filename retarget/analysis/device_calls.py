"""What calls of CUDA's device functions do, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

BARRIERS = frozenset({"__syncthreads"})
BARRIER_VOTES = frozenset({"__syncthreads_or", "__syncthreads_and", "__syncthreads_count"})
FENCES = frozenset({"__threadfence", "__threadfence_block", "__threadfence_system", "__nanosleep"})
_SYNC = ("__shfl", "__ballot", "__any", "__all", "__match", "__reduce", "__activemask", "__syncwarp", "__uni")
GROUPS = frozenset({
    "this_grid", "this_multi_grid", "tiled_partition", "coalesced_threads", "sync",
    "labeled_partition", "binary_partition", "memcpy_async", "wait", "this_cluster", "grid_sync",
    "thread_rank", "thread_index", "group_index", "group_dim", "num_threads", "dim_threads", "meta_group_rank",
    "meta_group_size", "block_rank", "block_index", "num_blocks", "dim_blocks",
})  # fmt: skip
ALLOCATIONS = frozenset({"malloc", "aligned_alloc", "calloc", "operator new", "operator new[]"})
CLOCKS = frozenset({"clock", "clock64", "__globaltimer", "wall_clock64"})
# Functions without a body here that do more than compute a value.
_IMPURE = frozenset({
    "printf", "vprintf", *ALLOCATIONS, "free", "__assert_fail", "__assertfail", "memcpy", "memset", "__trap", "__brkpt",
    "surf1Dwrite", "surf2Dwrite", "surf3Dwrite", "__stcs", "__stcg", "__stwt", "__stwb", "__prof_trigger", "abort",
    "operator delete", "mma_sync", "load_matrix_sync", "store_matrix_sync", "fill_fragment",
})  # fmt: skip
_LOADS = ("__ldg", "__ldc", "__ldlu", "__ldcv", "tex1D", "tex2D", "tex3D", "texCubemap", "surf1Dread", "surf2Dread",
          "surf3Dread")  # fmt: skip
STREAMING_STORES = frozenset({"__stcs", "__stcg", "__stwt", "__stwb"})
# Headers whose functions compute values of their arguments, but for those that are named above.
_COMPUTING = re.compile(
    r"__clang_cuda_\w+\.h|cuda_(fp16|bf16|fp8|fp6|fp4)\.(h|hpp)|cuComplex\.h|preamble\.cuh"
    r"|vector_(functions|types)\.(h|hpp)|(sm_\d+|device)_(atomic_)?(functions|intrinsics)\.(h|hpp)"
    r"|device_functions\.(h|hpp)"
    r"|(math|common)_functions(_dbl_ptx3)?\.(h|hpp)|(texture|surface)_(indirect_|fetch_)?functions\.(h|hpp)"
    r"|(std)?(math|cmath|stdlib|cstdlib|stdio|string)(\.h|-float\.h)?|mathcalls\.h|std_abs\.h|specfun\.h"
    r"|functional|functional\.h|stl_function\.h|limits|complex|stl_algobase\.h|move\.h|stl_pair\.h|utility|tuple|array|type_traits|initializer_list|numeric_limits\.h"
)  # fmt: skip
# Functions that a template calls by a name alone, as the types of its arguments choose among their overloads.
_MATHS = frozenset("""
    abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc erfcinv erfcx erfinv
    exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod hypot ilogb isfinite isinf isnan isnormal j0
    j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround max min nearbyint nextafter norm
    norm3d norm4d normcdf normcdfinv pow rcbrt remainder rhypot rint rnorm3d rnorm4d round rsqrt saturate
    scalbln scalbn signbit sin sinh sinpi sqrt tan tanh tgamma trunc umax umin ullmax ullmin llmax llmin y0 y1
    yn
""".split())  # fmt: skip

# The compiler's own that compute a value of their arguments; those that tell an overflow store by a pointer.
_BUILTINS = re.compile(
    r"__builtin_(expect\w*|assume\w*|unreachable"
    r"|(popcount|clz|ctz|ffs|parity|clrsb|abs)(l|ll|g)?|(labs|llabs)|bswap(16|32|64)|bitreverse(8|16|32|64)"
    r"|rotate(left|right)(8|16|32|64)|[su]?(add|sub|mul)(l|ll)?_overflow"
    r"|(fabs|sqrt|fma|fmin|fmax|floor|ceil|trunc|round|rint|nearbyint|copysign|fmod|exp2?|log(2|10)?|pow|sin|cos|tan"
    r"|inf|nan|huge_val)f?|is(nan|inf|inf_sign|finite|normal|greater(equal)?|less(equal|greater)?|unordered)|signbit[fl]?)"
)


def computes(name: str, home: str) -> bool:
    """Whether a function without a body here computes a value of its arguments, and writes by pointers among them at
    most. home: the header that declares it; empty where the arguments' types choose the function."""
    if name == "this_thread_block":  # what is done with it counts
        return True
    if home:
        return bool(_COMPUTING.fullmatch(home))
    if name.startswith(("__nvvm", "__builtin")):
        return bool(_BUILTINS.fullmatch(name))
    return name.startswith(("operator", "__")) or name in _MATHS or name.removesuffix("f") in _MATHS


# The standard library's, some of whose functions change what they get by reference.
_BY_REFERENCE = re.compile(
    r"functional|functional\.h|stl_function\.h|complex|stl_algobase\.h|move\.h|stl_pair\.h|utility|tuple|array"
)
_READING = frozenset("get move forward make_pair make_tuple tie norm conj arg polar proj".split())


def is_of_library(home: str) -> bool:
    """Whether a header is the standard library's, whose functions take and give references."""
    return bool(_BY_REFERENCE.fullmatch(home))


def takes_references(name: str, home: str) -> bool:
    """Whether a function without a body here may change a variable that it is given."""
    if name in ("swap", "exchange", "sincosf", "sincos"):
        return True
    reads = name in _READING or name in _MATHS or name.startswith("operator")
    return not reads and is_of_library(home)


_NUMBER = re.compile(r"(const )?(bool|float|double|((un)?signed )?(char|short|int|long|long long))")


_CALLING = frozenset({"operator()", "apply", "invoke"})
_OF_LIBRARY = re.compile(r"(const )?((cuda::)?std::complex<|thrust::complex<|__half|__nv_bfloat16|\(lambda).*|.*\*")


def may_run(name: str, home: str, given: Sequence[str]) -> bool:
    """Whether a function of the library may run one of the user's, as `std::plus<>` runs their operators. given: its
    arguments' types, not an object's whose `operator()` it is."""
    if not is_of_library(home):
        return False
    run = given[:1] if name == "apply" else given
    known = all(_NUMBER.fullmatch(t) or _OF_LIBRARY.fullmatch(t) for t in run)
    return (name in _CALLING and not known) or any("(" in t and "(lambda" not in t for t in given)


def refers(home: str, given: str, bound: bool) -> bool:
    """Whether what a function without a body here gives, of this type, may lead to what it gets by reference. bound: a
    reference is bound to it."""
    if given.endswith("*"):
        return True
    return is_of_library(home) and (bound or not _NUMBER.fullmatch(given))


_ATOMIC = ("atomic", "__atomic", "__nv_atomic", "__sync_", "__hip_atomic", "unsafeAtomic")


def is_atomic(name: str) -> bool:
    return name.startswith(_ATOMIC) or name in ("fetch_add", "exchange")


def is_warp_operation(name: str) -> bool:
    """Whether lanes of one warp exchange something, or ask about each other."""
    return name.startswith(_SYNC)


def differs(name: str) -> bool:
    """Whether threads that call it alike get different values, or wait for each other."""
    return is_atomic(name) or is_warp_operation(name) or name in CLOCKS | ALLOCATIONS | BARRIERS | BARRIER_VOTES


def is_load(name: str) -> bool:
    """Whether it reads memory by an address or a texture."""
    return name.startswith(_LOADS)


def is_impure(name: str) -> bool:
    """Whether a function without a body here may do more than compute a value of its arguments."""
    return name in _IMPURE or name in FENCES or name in CLOCKS or name.startswith(("curand", "surf"))
