"""standard: headers of C and POSIX that nvcc's own headers used to bring along.

    (use of an undeclared `read`)  -->  #include <unistd.h>

Legal where clang says that the name is undeclared and it is a standard function: then the header that declares
it is included at the head of the file that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Diagnostic
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

_DECLARED_IN = {
    "unistd.h": "read write close lseek usleep sleep getpid access unlink getopt isatty fork pipe dup dup2 sysconf "
    "gethostname chdir getcwd rmdir ftruncate fsync pread pwrite ssize_t",
    "fcntl.h": "open creat fcntl O_RDONLY O_WRONLY O_RDWR O_CREAT O_TRUNC",
    "sys/time.h": "gettimeofday timeval",
    "sys/stat.h": "stat fstat mkdir chmod",
    "string.h": "memcpy memset memcmp memmove strcmp strncmp strcpy strncpy strlen strcat strncat strchr strrchr "
    "strstr strtok strdup strerror strcasecmp",
    "stdlib.h": "malloc calloc realloc free exit abort atoi atof atol strtol strtoul strtod rand srand random "
    "srandom drand48 srand48 qsort bsearch getenv system RAND_MAX EXIT_FAILURE EXIT_SUCCESS posix_memalign",
    "stdio.h": "printf fprintf sprintf snprintf scanf fscanf sscanf fopen fclose fread fwrite fgets fputs puts "
    "putchar getchar fflush fseek ftell rewind perror stdout stderr stdin FILE EOF fputc fgetc remove rename",
    "math.h": "sqrt sqrtf pow powf exp expf log logf log2 log2f log10 sin sinf cos cosf tan tanf fabs fabsf floor "
    "floorf ceil ceilf fmin fmax fminf fmaxf fmod fmodf atan2 atan2f isfinite isinf isnan signbit M_PI INFINITY NAN "
    "modf modff frexp frexpf ldexp ldexpf exp2 expm1 log1p cbrt hypot erf erfc tgamma lgamma round lround rint trunc "
    "copysign remainder remquo fdim fma scalbn ilogb logb sinh cosh tanh asin acos atan",
    "limits.h": "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN CHAR_BIT LLONG_MAX ULONG_MAX",
    "float.h": "FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON",
    "stdint.h": "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t UINT32_MAX "
    "INT32_MAX UINT64_MAX INT64_MAX",
    "assert.h": "assert",
    "time.h": "time clock clock_t time_t CLOCKS_PER_SEC clock_gettime timespec CLOCK_MONOTONIC CLOCK_REALTIME",
    "ctype.h": "isdigit isspace isalpha isalnum toupper tolower",
}
HEADER = {name: header for header, listed in _DECLARED_IN.items() for name in listed.split()}
# The last two: clang knows `printf`, and `isnan` of <cmath>, of device code alone.
_UNDECLARED = re.compile(
    r"(?:use of undeclared identifier|unknown type name|no matching function for call to|"
    r"reference to __device__ function) '(\w+)'"
)


def is_mended(complaint: Diagnostic) -> bool:
    """Whether a complaint of clang's goes away with an include of a standard header."""
    return _undeclared(complaint) in HEADER


def _undeclared(complaint: Diagnostic) -> str:
    match = _UNDECLARED.match(complaint.message)
    return match.group(1) if match else ""


@rule("standard")
def standard(file: File) -> Iterator[Finding]:
    needed: dict[str, str] = {}
    for complaint in file.unit.diagnostics:
        name = _undeclared(complaint)
        if name in HEADER and complaint.span is not None and complaint.span.path == file.source.path:
            needed.setdefault(HEADER[name], name)
    present = {i.path for i in file.includes}
    for header, name in sorted(needed.items()):
        if header not in present:
            span = file.source.span(0, 0)
            yield Need(header, span, is_part=False)
            yield file.note("standard", span, f"<{header}> is included for '{name}'")
