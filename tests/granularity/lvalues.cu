// Lvalues, addresses and conditions in many spellings: what a kernel assigns has to be found by all of them.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <cuda_runtime.h>

static int host[5632];

void show(const char* name, const int* out)
{
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%s %u", name, sum);
    for (int i : {0, 1, 33, 64, 131, 698, 703}) printf(" %d", host[i]);
    printf("\n");
}

namespace conditional_lvalue {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int even = 0, odd = 0;
    for (int j = 0; j < 5; j++)
        (in[i + j] % 2 ? odd : even) += j + 1;
    out[i] = even;
    out[i] = out[i] * 100 + odd;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("conditional_lvalue", out);
}
}  // namespace conditional_lvalue

namespace address_in_number {
__device__ long long number_of(int* p) { return (long long)p; }
__device__ void add_at(long long at, int v) { *(int*)at += v; }
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int a = 1, b = 2, c = 3, d = 4, *p = &b, *q = &d;
    unsigned long long to_a = (unsigned long long)&a, all[2] = {0, reinterpret_cast<unsigned long long>(p)};
    *(int*)to_a += in[i];
    *(int*)all[1] += in[i + 1];
    long long to_c = number_of(&c), to_d = *(long long*)&q;
    add_at(to_c, in[i + 2]);
    *(int*)to_d += in[i + 3];
    __syncthreads();
    out[i] = a + b * 3 + c * 5 + d * 7;
}

void run(int* out, const int* in, int n)
{
    k<<<11, 64>>>(out, in, n);
    show("address_in_number", out);
}
}  // namespace address_in_number

namespace and_or_assign {
__global__ void k(int* out, const int* in, int n)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    int first = -1, hits = 0;
    bool any = false;
    for (int j = 0; j < 8; ++j) {
        in[i + j] > 60 && (first < 0) && (first = j, true);
        any = in[i + j] == 11 || any;
        in[i + j] < 20 || ++hits;
    }
    out[i] = first * 1000;
    __syncwarp();
    out[i] += hits * 10 + any;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("and_or_assign", out);
}
}  // namespace and_or_assign

namespace reference_result_of_call {
struct Acc { int v[3]; __device__ int& get(int k) { return v[k]; } };
__device__ int& pick(int& a, int& b, bool c) { return c ? a : b; }
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Acc acc = {{0, 0, 0}};
    int lo = 0, hi = 0;
    for (int j = 0; j < 7; j++) {
        acc.get(j % 3) += in[i + j];
        int& r = pick(lo, hi, in[i + j] < 50);
        r++;
        pick(hi, lo, j & 1) += in[i + j] & 1;
    }
    __syncthreads();
    if (i < n) out[i] = acc.v[0] + acc.v[1] * 3 + acc.get(2) * 7 + lo * 10000 + hi * 100000;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("reference_result_of_call", out);
}
}  // namespace reference_result_of_call

namespace range_for_reference {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int window[4];
    int at = i;
    for (int& w : window) w = in[at++];
    int sum = 0;
    for (auto& w : window) { w *= 2; sum += w; }
    out[i] = sum;
    __syncthreads();
    for (const auto& w : window) sum ^= w;
    if (i < n) out[i] += sum + window[3];
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("range_for_reference", out);
}
}  // namespace range_for_reference

namespace comma_lvalue {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0, x = 0, y = 0;
    (count++, x) = in[i];
    (x > 50 ? count : y) = in[i + 1];
    int *p, *q = (p = &y, p);
    *q += 5;
    __syncthreads();
    out[i] = x + 1;
    __syncthreads();
    out[i] += count * 1000 + y * 1000000;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("comma_lvalue", out);
}
}  // namespace comma_lvalue

namespace array_of_pointers {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = 0, b = 0, c = 0;
    int* sums[3] = {&a, &b, &c};
    for (int j = 0; j < 9; j++) *sums[in[i + j] % 3] += in[i + j];
    __syncthreads();
    out[i] = a;
    out[i] = out[i] * 7 + b;
    if (i < n) out[i] = out[i] * 7 + c;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("array_of_pointers", out);
}
}  // namespace array_of_pointers

namespace device_new {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* mine = (int*)malloc(4 * sizeof(int));
    for (int j = 0; j < 4; j++) mine[j] = in[i + j];
    int* more = new int[2];
    more[0] = i; more[1] = mine[0];
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 4; j++) sum = sum * 3 + mine[j];
    out[i] = sum;
    __syncthreads();
    if (i < n) out[i] += more[0] + more[1];
    delete[] more;
    free(mine);
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("device_new", out);
}
}  // namespace device_new

namespace pure_ternary_search {
__global__ void fill(int* p) { int i = blockIdx.x * blockDim.x + threadIdx.x; p[i] = i; }
__global__ void k(int* out, const int* keys, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = 0, hi = 100, steps = 0;
    for (int j = 0; j < 7; j++) {
        int m = (lo + hi) / 2;
        lo < hi ? (keys[m] < in[i] ? (void)(lo = m + 1) : (void)(hi = m)) : (void)0;
        in[i + j] & 1 ? steps++ : 0;
    }
    __syncthreads();
    out[i] = lo;
    __syncthreads();
    if (i < n) out[i] += steps * 1000 + hi * 10000;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    fill<<<B, T>>>(out + 1000);
    k<<<B, T>>>(out, out + 1000, in, n);
    show("pure_ternary_search", out);
}
}  // namespace pure_ternary_search

namespace holder_of_address {
struct Holder { int* p = nullptr; __device__ void keep(int& v) { p = &v; } __device__ void set(int v) { *p = v; } __device__ int& ref() { return *p; } };
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = 1, y = 2;
    Holder h{}, g{};
    h.keep(x);
    h.set(in[i]);
    g.p = &y;
    g.ref() += in[i + 1];
    Holder copy = g;
    copy.set(*copy.p + 1);
    __syncthreads();
    out[i] = x;
    __syncthreads();
    if (i < n) out[i] += y * 1000;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("holder_of_address", out);
}
}  // namespace holder_of_address

namespace lambda_reference_result {
struct W { int v; __device__ operator int&() { return v; } __device__ W* self() { return this; } __device__ W& me() { return *this; } };
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0;
    auto at = [&](int c) -> int& { return c ? x : y; };
    at(in[i] & 1) = 5;
    at(0) += in[i];
    W w = {1}, u = {2};
    static_cast<int&>(w) += in[i];
    u.self()->v += 3;
    u.me().v *= in[i];
    [&]() -> W& { return w; }().v += 100;
    __syncthreads();
    out[i] = x + w.v * 10;
    __syncthreads();
    if (i < n) out[i] += y * 10000 + u.v;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("lambda_reference_result", out);
}
}  // namespace lambda_reference_result

namespace conditional_pointer {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = 1, b = 2, c = 3;
    int* p = in[i] & 1 ? &a : &b;
    *p = 5;
    int** pp = &p;
    *pp = &c;
    **pp += 40;
    *(in[i] > 50 ? &a : &c) = 7;
    __syncthreads();
    out[i] = a;
    __syncthreads();
    if (i < n) out[i] += b * 10 + c * 100000;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("conditional_pointer", out);
}
}  // namespace conditional_pointer

namespace pointer_pair {
__device__ void addto(int* b, int* e, int v) { while (b != e) *b++ += v; }
__device__ void both(int* const* list, int v) { *list[0] += v; *list[1] -= v; }
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c[4] = {1, 2, 3, 4}, d[2] = {5, 6}, x = 0, y = 0;
    int* list[2] = {&x, &y};
    addto(c + 1, c + 3, in[i]);
    addto(&d[0], &d[0] + 2, in[i + 1]);
    both(list, in[i] + 1);
    __syncthreads();
    out[i] = c[1] + d[1] * 10;
    __syncthreads();
    if (i < n) out[i] += x * 1000 + y * 7;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("pointer_pair", out);
}
}  // namespace pointer_pair

namespace linked_locals {
struct Node { int v; Node* next; };
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Node a = {1, nullptr}, b = {2, &a};
    Node* head = &b;
    for (Node* p = head; p; p = p->next) p->v += in[i];
    head->next->v *= 2;
    int q = 0;
    for (int j = 0; j < 3; j++) q += in[i + j] & 1 ? head->v : head->next->v;
    __syncthreads();
    out[i] = a.v;
    __syncthreads();
    if (i < n) out[i] += b.v * 1000 + q * 7;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("linked_locals", out);
}
}  // namespace linked_locals

namespace or_statement {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0, z = 3;
    in[i] > 50 && (x = 5);
    in[i] > 30 || (y = 7);
    in[i] & 1 ? z = 1 : 0;
    __syncthreads();
    if (i < n) out[i] = x + y * 10 + z * 100;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("or_statement", out);
}
}  // namespace or_statement

namespace walking_pointer_output {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int buf[6], *w = buf;
    const int* r = in + i;
    int** pp = &w;
    for (int j = 0; j < 3; j++) { *w++ = *r++; if (*r & 1) *(*pp)++ = *r; }
    int len = w - buf;
    int* o = out + i * 2;
    *o++ = len;
    int s = 0;
    while (w > buf) s = s * 3 + *--w;
    *o-- = s;
    *o += 1000;
    (*o)++;
    int k[2] = {1, 2}, x = in[i] & 1;
    x[k] += in[i];
    out[4000 + i] = k[0] * 1000 + 1[k];
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("walking_pointer_output", out);
}
}  // namespace walking_pointer_output

namespace taken_by_packs {
template <class... T>
__device__ void index_all(T&... each)
{
    int last[] = {((each = each + threadIdx.x), 0)...};
    (void)last;
}

struct Adder {
    int by;
    template <class... T>
    __device__ void to(int& sum, T... more) const
    {
        int all[] = {more...};
        for (int v : all) sum += v * by;
    }
};

__global__ void k(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int a = 1, b = 2, c = 3, sum = 0;
    const int* from = in;
    index_all(a, b);
    index_all(from);
    Adder adder{in[i]};
    adder.to(sum, 1, 2);
    index_all(c);
    out[i] = a + b * 10 + c * 100 + *from;
    out[2000 + i] = sum;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("taken_by_packs", out);
}
}  // namespace taken_by_packs

namespace without_a_middle {
__global__ void k(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int missing = 0, v = in[i] % 3;
    const int w = v ?: (missing = 7);
    out[i] = missing * 100;
    __syncwarp();
    out[i] += w + (v ?: 4);
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("without_a_middle", out);
}
}  // namespace without_a_middle

namespace braced_arrays {
struct Pair {
    int a, b;
};

__device__ void bump(int (&a)[3], int k) { a[k % 3] += k; }

__global__ void k(int* out, const int* in, int n)
{
    const auto& t = threadIdx;
    const uint3 b = blockIdx;
    const int i = b.x * blockDim.x + t.x;
    int none[3] = {}, some[3]{1, 2}, rows[2][3] = {{1, 2}, {3, in[i]}};
    Pair pairs[2] = {{1, in[i]}, {3}};
    bump(none, threadIdx.x);
    bump(some, in[i]);
    bump(rows[1], threadIdx.x);
    __syncthreads();
    int sum = none[0] + none[1] * 3 + none[2] * 7 + some[0] + some[1] * 5 + some[2] * 11;
    for (int at = 0; at < 6; ++at) sum = sum * 3 + rows[at / 3][at % 3];
    if (i < n) out[i] = sum + pairs[0].a + pairs[0].b * 3 + pairs[1].a * 5 + pairs[1].b;
}

void run(int* out, const int* in, int n)
{
    const int T = 64, B = 11;
    k<<<B, T>>>(out, in, n);
    show("braced_arrays", out);
}
}  // namespace braced_arrays

namespace place_by_atomic {
__global__ void k(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[1000 + atomicAdd(out, 1)] += 7;
    out[1 + i] = in[i];
}

void run(int* out, const int* in, int n)
{
    k<<<11, 64>>>(out, in, n);
    show("place_by_atomic", out);
}
}  // namespace place_by_atomic

namespace chosen_memory {
struct Pair {
    int x, y[2];
};
__device__ Pair& at(Pair* pairs, int i) { return pairs[i]; }
__device__ void put(int* p, bool first, int v) { (first ? p[0] : p[1]) = v; }
__global__ void k(int* out, const int* in, int n)
{
    __shared__ int even[64], odd[64];
    __shared__ Pair pairs[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, own = 1;
    even[t] = odd[t] = 1;
    __syncthreads();
    (t > 30 ? even[t] : odd[t]) -= 3;
    (own += in[i], odd[63 - t]) += 2;
    at(pairs, t).x = in[i];
    at(pairs, t).y[1] = i;
    (t & 1 ? pairs[t] : at(pairs, t)).y[0] = 5;
    (i & 2 ? own : even[t]) += 9;
    __syncthreads();
    ++(++even[t]);
    (odd[t] = 2) += n;
    put(out + 2000 + 2 * i, in[i] % 2, 5);
    __syncthreads();
    out[i] = even[63 - t] + odd[63 - t] * 3 + pairs[t ^ 1].x + pairs[t ^ 2].y[1] + pairs[t ^ 3].y[0] + own;
}

void run(int* out, const int* in, int n)
{
    k<<<11, 64>>>(out, in, n);
    show("chosen_memory", out);
}
}  // namespace chosen_memory

namespace methods_of_parts {
struct Own {
    int v;
    __device__ void take(int k) { v = (v * 3 + k) % 4096; }
};
struct Owns {
    Own own[2];
};
struct Counting {
    int v = 0;
    __device__ virtual int operator*() { return ++v; }
    __device__ virtual Counting& operator+=(int k) { v += k; return *this; }
};
__global__ void k(int* out, const int* in, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    Owns part = {}, chosen = {}, other = {}, behind = {};
    part.own[1].take(in[i]);
    (n > 3 ? chosen : other).own[0].take(in[i]);
    (n > 3 ? chosen.own[1] : other.own[1]).take(i);
    (other.own[0].v = 2, behind).own[0].take(t);
    Counting counting, added;
    counting.v = added.v = n;
    if (t % 3) *counting;
    added += in[i];
    __syncthreads();
    out[i] = part.own[1].v + chosen.own[0].v * 3 + chosen.own[1].v * 5 + behind.own[0].v + counting.v * 7 + added.v;
}

void run(int* out, const int* in, int n)
{
    k<<<11, 64>>>(out, in, n);
    show("methods_of_parts", out);
}
}  // namespace methods_of_parts

int main()
{
    int *in, *out;
    for (int i = 0; i < 5632; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    conditional_lvalue::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    address_in_number::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    and_or_assign::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    reference_result_of_call::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    range_for_reference::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    comma_lvalue::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    array_of_pointers::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    device_new::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    pure_ternary_search::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    holder_of_address::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    lambda_reference_result::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    conditional_pointer::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    pointer_pair::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    linked_locals::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    or_statement::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    walking_pointer_output::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    taken_by_packs::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    without_a_middle::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    braced_arrays::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    place_by_atomic::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    chosen_memory::run(out, in, 700);
    cudaMemset(out, 0, sizeof host);
    methods_of_parts::run(out, in, 700);
    return 0;
}
