"""Whether constants stay constants, by the casts of a unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.schedule.scheduling import kernels
from retarget.source.flags import Flags
from retarget.system.toolchain import Headers
from retarget.translation.walk import Request

KERNEL = "struct Pair {{ int first, second; }};\n{}\n__global__ void kernel(int* out, const int* in, int n) {{\n{}\n}}\n"
CHANGING = {
    "a reference": "__device__ void change(const Pair& p, int v) { ((Pair&)p).first = v; }",
    "a pointer to a constant": "__device__ void change(const Pair* p, int v) { ((Pair*)p)->first = v; }",
    "a method's object": "struct Own { int n; __device__ void put(int v) const { auto self = this; ((Own*)self)->n = v; } };",
    "another name of a type": "using P = Pair*;\n__device__ void change(const Pair& p, int v) { ((P)&p)->first = v; }",
    "a function's form": "using P = Pair*;\n__device__ void change(const Pair& p, int v) { P(&p)->first = v; }",
    "a macro": "#define MUT(p) ((Pair*)&(p))\n__device__ void change(const Pair& p, int v) { MUT(p)->first = v; }",
    "a template": "template <class T> __device__ void change(const T& p, int v) { ((T*)&p)->first = v; }",
    "a pointer to a pointer": "__device__ void change(const Pair* p, int v) { (*(Pair**)&p)->first = v; }",
    "a name with const": "struct a_const { int n; __device__ void put(int v) const { ((a_const*)this)->n = v; } };",
    "a number": "__device__ void change(const Pair* p, int v) { ((Pair*)(unsigned long long)p)->first = v; }",
    "a member's value": "struct View { const Pair& p; int* to = (int*)&p.first; };",
    "const_cast": "__device__ void change(const Pair* p, int v) { const_cast<Pair*>(p)->first = v; }",
    "mutable": "struct Own { mutable int n; __device__ void put(int v) const { n = v; } };",
}
KEEPING = {
    "numbers": "const float x = n; const int k = (int)x; out[k] = (int)(float)in[k] + int(x);",
    "a pointer parameter": "int2* both = (int2*)in; out[0] = both->x; out[1] = ((const int2*)out)->x;",
    "a local array": "int a[4] = {n}; int2* both = (int2*)a; const int2* read = reinterpret_cast<const int2*>(a); out[0] = both->x + read->y;",
}


def _keeps(text: str, folder: Path, headers: Headers, cache: Path) -> bool:
    path = folder / "k.cu"
    path.write_text(text)
    (subject,) = kernels(Request((str(path),), Flags(), headers=headers, cache=cache, jobs=1)).subjects
    return subject.effects.keeps_constants


@pytest.mark.parametrize("way", CHANGING)
def test_a_cast_takes_const_away(way: str, tmp_path: Path, headers: Headers, cache: Path) -> None:
    text = CHANGING[way]
    called = f"change({'a' if '& p' in text else '&a'}, n);" if "change" in text else ""
    put = next((f"{name} o = {{n}}; o.put(n);" for name in ("Own", "a_const") if f"struct {name} " in text), "")
    assert not _keeps(KERNEL.format(text, f"Pair a = {{n, n}}; {called} {put} out[0] = a.first;"), tmp_path, headers, cache)


@pytest.mark.parametrize("way", KEEPING)
def test_other_casts_do_not(way: str, tmp_path: Path, headers: Headers, cache: Path) -> None:
    assert _keeps(KERNEL.format("", KEEPING[way]), tmp_path, headers, cache)
