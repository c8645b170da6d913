"""Judging: which printed numbers are the same, and what is said of a run that is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.host.compare import Judge, close

FORMATS = ["%.1f", "%.2f", "%.6f", "%e", "%.2e", "%g", "%.3g", "%.9g"]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("0", "0.9"),
        ("2.5", "2.59"),
        ("3", "2.0001"),
        ("1e+10", "1.09e+10"),
        ("1e+10", "2e+10"),
        ("1e-05", "2e-05"),
        ("1e+06", "1.9e+06"),
        ("1.5e+10", "1.54e+10"),
        ("100", "1e+03"),
        ("inf", "1e+300"),
        ("7", "8"),
        ("9" * 5000, "8" * 5000),
    ],
)
def test_wrong_numbers_are_told(wanted: str, given: str) -> None:
    assert not close(f"x {wanted}".encode(), f"x {given}".encode(), 1e-5)
    assert not close(f"x {given}".encode(), f"x {wanted}".encode(), 1e-5)


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("2.5", "2.50001"),
        ("3", "2.99999"),
        ("1e+06", "999999"),
        ("1e+10", "1.00001e+10"),
        ("0.0001", "9.99999e-05"),
        ("9.99e+00", "1.00e+01"),
        ("100.0", "99.9"),
        ("0", "-0"),
        ("1e+06", "1000000"),
        ("nan", "nan"),
        ("9" * 5000, "+" + "9" * 5000),
    ],
)
def test_numbers_that_differ_by_their_rounding_alone_agree(wanted: str, given: str) -> None:
    assert close(f"x {wanted}".encode(), f"x {given}".encode(), 0)
    assert close(f"x {given}".encode(), f"x {wanted}".encode(), 0)


@given(st.sampled_from(FORMATS), st.floats(-1e12, 1e12), st.floats(-1, 1))
def test_one_format_never_parts_neighbours(form: str, value: float, way: float) -> None:
    """Whichever format a program prints in: two values that are nearly one agree, unless they look like whole ones."""
    a, b = form % value, form % (value * (1 + 1e-9 * way))
    whole = all(set(text) <= set("+-0123456789") for text in (a, b))
    powers = all("." not in text and "e" in text for text in (a, b))
    assert whole or powers or close(a.encode(), b.encode(), 1e-5)


def test_a_line_that_differs_is_the_one_named() -> None:
    (found,) = Judge(1e-5).differences(b"one\n2.5\n", b"one\n2.59\n")
    assert (found.line, found.expected, found.found) == (2, "2.5", "2.59")
