"""Raw tokens: every byte accounted for, on any text; comments, strings, splices, directives and includes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.source.lexer import CHAR, COMMENT, NAME, NUMBER, PUNCT, STRING, Token, includes, tokens, used_as_values

PIECES = [
    "a", "cudaMalloc", "0x1p-3", "1'000", " ", "\t", "\n", "\r\n", "\\\n", "\\", "/*", "*/", "//", '"', "'", 'R"(',
    ')"', 'R"x(', ')x"', "<<<", ">>>", "<<", ">", "#", "#include", "<a.h>", "define", "\xef\xbb\xbf", "\xe9", "\0", "(",
    ")", "{", "}", "...", "::", "u8", "L",
]  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.binary(max_size=60).map(lambda data: data.decode("latin-1")),
)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(t.kind, t.text) for t in tokens(text)]


DIGRAPHS = {"<%": "{", "%>": "}", "<:": "[", ":>": "]", "%:": "#", "%:%:": "##"}


def texts(text: str) -> list[str]:
    return [t.text for t in tokens(text)]


def is_blank(gap: str) -> bool:
    return not re.sub(r"\\[ \t]*\r?\n", "", gap.removeprefix("\xef\xbb\xbf")).strip(" \t\r\f\v\n")


@given(TEXTS)
def test_tokens_and_white_space_between_restore_any_text(text: str) -> None:
    at, restored = 0, ""
    for token in tokens(text):
        assert token.start >= at
        written = text[token.start : token.end]
        assert token.text == DIGRAPHS.get(written, written) != ""
        gap = text[at : token.start]
        assert is_blank(gap)
        restored += gap + written
        at = token.end
    assert is_blank(text[at:])
    assert restored + text[at:] == text


@given(TEXTS)
def test_includes_never_fail_and_point_at_their_path(text: str) -> None:
    for found in includes(text):
        assert text[found.start : found.end] == found.path
        assert found.line_start <= found.start <= found.end <= found.line_end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a1 $b _c", [(NAME, "a1"), (NAME, "$b"), (NAME, "_c")], id="names"),
        pytest.param("größe".encode().decode("latin-1"), [(NAME, "größe".encode().decode("latin-1"))], id="UTF-8 name"),
        pytest.param("1.5e-3f .5 0x1p+2 1'000u", [(NUMBER, w) for w in "1.5e-3f .5 0x1p+2 1'000u".split()], id="numbers"),
        pytest.param("1+2", [(NUMBER, "1"), (PUNCT, "+"), (NUMBER, "2")], id="a sum is no exponent"),
        pytest.param(r'"a\"b" "c"', [(STRING, r'"a\"b"'), (STRING, '"c"')], id="strings with escapes"),
        pytest.param('u8"a" L"b"', [(STRING, 'u8"a"'), (STRING, 'L"b"')], id="prefixed strings"),
        pytest.param(r"'\'' L'x'", [(CHAR, r"'\''"), (CHAR, "L'x'")], id="characters"),
        pytest.param('R"x(a)" )x" b', [(STRING, 'R"x(a)" )x"'), (NAME, "b")], id="a raw string"),
        pytest.param('R"(a\n"b)"c', [(STRING, 'R"(a\n"b)"'), (NAME, "c")], id="a raw string over lines"),
        pytest.param("a//b\\\nc\nd", [(NAME, "a"), (COMMENT, "//b\\\nc"), (NAME, "d")], id="a spliced line comment"),
        pytest.param("/* a\n * b */c", [(COMMENT, "/* a\n * b */"), (NAME, "c")], id="a block comment"),
        pytest.param("/*/ a */b", [(COMMENT, "/*/ a */"), (NAME, "b")], id="a comment that begins like its end"),
        pytest.param("/* never closed", [(COMMENT, "/* never closed")], id="an unclosed comment"),
        pytest.param('"never closed\na', [(STRING, '"never closed'), (NAME, "a")], id="an unclosed string ends its line"),
        pytest.param("don't\na", [(NAME, "don"), (CHAR, "'t"), (NAME, "a")], id="an apostrophe ends its line"),
        pytest.param('"a\\\nb"c', [(STRING, '"a\\\nb"'), (NAME, "c")], id="a spliced string"),
        pytest.param("a \\\r\n b", [(NAME, "a"), (NAME, "b")], id="a splice is white space"),
        pytest.param("a \\ \n b", [(NAME, "a"), (NAME, "b")], id="a splice with blanks is white space"),
        pytest.param("\xef\xbb\xbfa", [(NAME, "a")], id="a byte order mark is white space"),
    ],
)
def test_kinds(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k<<<g, b>>>(a)", ["k", "<<<", "g", ",", "b", ">>>", "(", "a", ")"]),
        ("k<T><<<g,b>>>()", ["k", "<", "T", ">", "<<<", "g", ",", "b", ">>>", "(", ")"]),
        ("a<<b>>c<<=d>>=e", ["a", "<<", "b", ">>", "c", "<<=", "d", ">>=", "e"]),
        ("a->*b->c##d...", ["a", "->*", "b", "->", "c", "##", "d", "..."]),
        ("a+++b&&c!=d", ["a", "++", "+", "b", "&&", "c", "!=", "d"]),
        ("a<:b:><%c%>d%:%:e", ["a", "[", "b", "]", "{", "c", "}", "d", "##", "e"]),
        ("a<::b><:::c:>", ["a", "<", "::", "b", ">", "[", "::", "c", "]"]),
    ],
)
def test_punctuators_are_the_longest(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def directives(text: str) -> dict[str, str]:
    return {t.text: t.directive for t in tokens(text)}


def test_tokens_know_the_directive_that_they_stand_in() -> None:
    text = "#define A \\\n  b /* over\n lines */ c\nd\n # /* x */ if e\nf # g\n%: h\n"
    found = directives(text)
    assert [found[n] for n in ("A", "b", "c", "d", "e", "f", "g", "h")] == ["define"] * 3 + ["", "if", "", "", "h"]


def test_a_byte_order_mark_does_not_hide_a_directive() -> None:
    text = "\xef\xbb\xbf#include <a.h>\n"
    assert directives(text)["a"] == "include"
    (found,) = includes(text)
    assert (found.path, found.line_start, found.line_end) == ("a.h", 3, len(text))


def paths(text: str) -> list[str]:
    return [i.path for i in includes(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('#include <a.h>\n # include "b.h" // c\n#\tinclude_next<d>', ["a.h", "b.h", "d"], id="spellings"),
        pytest.param("/*\n#include <a.h>\n*/\n#include <b.h>\n", ["b.h"], id="not in a comment"),
        pytest.param("// \\\n#include <a.h>\n#include <b.h>\n", ["b.h"], id="not in a spliced comment"),
        pytest.param('const char *s = R"(\n#include <a.h>\n)";\n#include "b.h"\n', ["b.h"], id="not in a raw string"),
        pytest.param("#define I <a.h>\n#include I\n", [], id="not through a macro"),
        pytest.param("int a; #include <a.h>\n", [], id="not behind code"),
        pytest.param("#include <a.h>\r\n#include <b.h>\r\n", ["a.h", "b.h"], id="CRLF"),
    ],
)
def test_includes(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


def test_includes_know_the_conditionals_around_them() -> None:
    text = """#ifndef G
#include <1>
#if A
#include <2>
#else
#include <2>
#endif
/*
#if B
*/
const char *s = R"(
#ifdef C
)";
#include <1>
#endif
#include <0>
"""
    assert [i.depth for i in includes(text)] == [1, 2, 2, 1, 0]
    assert all(i.depth == int(i.path) for i in includes(text))


def test_a_long_text_is_no_harder_than_its_length() -> None:
    text = "/* a */ x = R\"(\n)\" + 'b'; // c\n" * 20000
    found: list[Token] = tokens(text)
    assert len(found) == 20000 * 8


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("Op a = f; call(g); h(1); Op b = &k, c[] = {m}; x ? p : q;", "f g k m p q"),
        ("Op a = f<3>, b = g<(3 > 2)>; h<3>(1); k<A<int>>(2); n::m(3); p == q", "f g p q"),
        ("#define F f\n(g)(1); #define H h(1)\n(k) + m(2)", "f g k"),
        ("#define PASTED(a, b) a##b\nOp o = PASTED(f, g);", "f g fg"),
        ("Op o = PASTED(f, g);", "f g"),
        ("using f; using a::g, b::h; using typename n::k; Op o = m;", "m"),
        ("using k = f; using m = D<g>;\n#define U using\nh, n;", "f g h n"),
    ],
)
def test_names_that_may_stand_as_values(text: str, used: str) -> None:
    assert used_as_values("f g h k m n p q fg".split(), [text]) == set(used.split())
