"""host_math: CUDA's mathematical functions in host code.

    float y = rsqrtf(x);  -->  float y = rsqrtf(x);   and the support header `device_math` at the head
    float y = cos(x);     -->  float y = cos(x);      and <math.h> at the head

nvcc's headers declare them for the host too; HIP has those that are not the C library's in device code only. They
also bring the overloads for `float` of the C library's functions into the global scope, as C++'s <math.h> does; HIP's
do not, so that `cos` is computed in `double` there. Legal always: the headers add host functions alone. Needed where a
call in what the host's compilation does not take for device code is none of the user's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import calls_of, rule

_BOTH = "rsqrt rcbrt rhypot norm3d norm4d rnorm3d rnorm4d normcdf sinpi cospi sincospi".split()
_CUDAS = frozenset([*_BOTH, *(f"{name}f" for name in _BOTH), "fdividef"])
_OVERLOADED = frozenset(
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor "
    "fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf "
    "nearbyint nextafter pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc".split()
)
FUNCTIONS = _CUDAS | _OVERLOADED


@rule("host-math", "standard", asks=calls_of(FUNCTIONS))
def host_math(file: File) -> Iterator[Finding]:
    calls = [c for c in file.unit.calls if c.span.path == file.source.path and c.name in FUNCTIONS and not c.on_device]
    calls = [c for c in calls if c.name not in file.own_names]
    if cudas := next((c for c in calls if c.name in _CUDAS), None):
        yield Need("device_math", cudas.span)
    elif file.dialect.is_c or any(i.path == "math.h" for i in file.includes):
        return
    elif found := next((c for c in calls if c.name in _OVERLOADED and c.widens), None):
        yield Need("math.h", found.span, is_part=False)
        yield file.note("standard", found.span, f"<math.h> is included for '{found.name}' of a float, else a double")
