"""device_printf: `std::printf` of kernels.

    std::printf("%d\\n", x);  -->  ::printf("%d\\n", x);

CUDA's headers declare one function for host and device. HIP's declare a second for the device, at global scope alone,
while `std` has the first.

Legal in functions of the device, and in macros: <cstdio> declares the host's at global scope too.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "device-printf"


@rule(RULE)
def device_printf(file: File) -> Iterator[Edit]:
    for index in file.named("printf"):
        is_standard = file.at(index - 1) == "::" and file.at(index - 2) == "std"
        token = file.code[index]
        if is_standard and (token.directive == "define" or file.on_device(token.start)):
            first = index - 3 if file.at(index - 3) == "::" else index - 2
            yield Edit(file.span(first, index - 2), "", RULE)
