"""thrust_headers: Thrust's headers by what they declare.

    thrust::sequence(...)  -->  #include <thrust/sequence.h>

CUDA's Thrust headers include one another in places where rocThrust's do not, and programs count on it.

    __thrust_exec_check_disable__  -->  #include <thrust/detail/config.h>

So does CUB, for the marks of Thrust's configuration, which hipCUB does not include.

Legal where the name is Thrust's, and no file of the unit includes the header of that name.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME, includes
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit

# Thrust's documentation: each function and class with the header to include.
_DECLARED_IN = {
    "adjacent_difference": "adjacent_difference",
    "binary_search": "lower_bound upper_bound binary_search equal_range",
    "copy": "copy copy_n copy_if",
    "count": "count count_if",
    "device_vector": "device_vector",
    "distance": "distance",
    "equal": "equal",
    "execution_policy": "device host",
    "extrema": "min_element max_element minmax_element",
    "fill": "fill fill_n",
    "find": "find find_if find_if_not",
    "for_each": "for_each for_each_n",
    "functional": "plus minus multiplies divides modulus negate maximum minimum equal_to not_equal_to greater less "
    "greater_equal less_equal logical_and logical_or logical_not bit_and bit_or bit_xor identity",
    "gather": "gather gather_if",
    "generate": "generate generate_n",
    "host_vector": "host_vector",
    "inner_product": "inner_product",
    "iterator/constant_iterator": "constant_iterator make_constant_iterator",
    "iterator/counting_iterator": "counting_iterator make_counting_iterator",
    "iterator/discard_iterator": "discard_iterator make_discard_iterator",
    "iterator/permutation_iterator": "permutation_iterator make_permutation_iterator",
    "iterator/reverse_iterator": "reverse_iterator make_reverse_iterator",
    "iterator/transform_iterator": "transform_iterator make_transform_iterator",
    "iterator/transform_output_iterator": "transform_output_iterator make_transform_output_iterator",
    "iterator/zip_iterator": "zip_iterator make_zip_iterator",
    "logical": "all_of any_of none_of",
    "merge": "merge merge_by_key",
    "mismatch": "mismatch",
    "pair": "pair make_pair",
    "partition": "partition partition_copy stable_partition stable_partition_copy partition_point is_partitioned",
    "reduce": "reduce reduce_by_key",
    "remove": "remove remove_if remove_copy remove_copy_if",
    "replace": "replace replace_if replace_copy replace_copy_if",
    "reverse": "reverse reverse_copy",
    "scan": "inclusive_scan exclusive_scan inclusive_scan_by_key exclusive_scan_by_key",
    "scatter": "scatter scatter_if",
    "sequence": "sequence",
    "set_operations": "set_difference set_intersection set_symmetric_difference set_union set_difference_by_key "
    "set_intersection_by_key set_union_by_key",
    "sort": "sort stable_sort sort_by_key stable_sort_by_key is_sorted is_sorted_until",
    "swap": "swap swap_ranges",
    "tabulate": "tabulate",
    "transform": "transform transform_if",
    "transform_reduce": "transform_reduce",
    "transform_scan": "transform_inclusive_scan transform_exclusive_scan",
    "tuple": "tuple make_tuple tie",
    "uninitialized_copy": "uninitialized_copy uninitialized_copy_n",
    "uninitialized_fill": "uninitialized_fill uninitialized_fill_n",
    "unique": "unique unique_copy unique_by_key unique_by_key_copy unique_count",
}
HEADER = {name: f"thrust/{header}.h" for header, listed in _DECLARED_IN.items() for name in listed.split()}
CONFIGURATION = "thrust/detail/config.h"
_MARKS = ("__thrust_exec_check_disable__", "__thrust_hd_warning_disable__")


@rule("thrust-headers", "standard")
def thrust_headers(file: File) -> Iterator[Finding]:
    marks = [i for i in file.named(*_MARKS) if not file.is_users(file.code[i]) and not file.skipped(file.code[i].start)]
    if marks and not any(h.startswith("thrust/") for h in file.unit.once(_included)):
        yield Need(CONFIGURATION, file.span(marks[0]), is_part=False)
    if "thrust" not in file.words:
        return
    present = file.unit.once(_included)
    needed: dict[str, int] = {}
    for index in file.named("thrust"):
        name = file.code[index + 2] if index + 2 < len(file.code) else None
        is_thrusts = file.at(index + 1) == "::" and file.at(index - 1) != "::" and not file.is_users(file.code[index])
        if name and name.kind == NAME and is_thrusts and not file.skipped(name.start) and name.text in HEADER:
            needed.setdefault(HEADER[name.text], index)
    for header, index in sorted(needed.items()):
        if header not in present:
            yield Need(header, file.span(index, index + 2), is_part=False)
            what = f"<{header}> is included for '{file.at(index)}::{file.at(index + 2)}': rocThrust's others do not"
            yield file.note("standard", file.span(index, index + 2), what)


def _included(unit: Unit) -> frozenset[str]:
    """The headers that the unit includes, as they are named."""
    found = ((s.path, i) for s in unit.sources for i in includes(s.text))
    return frozenset(i.path for path, i in found if not unit.is_skipped(path, i.start))
