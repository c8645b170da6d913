// Objects that hold their own addresses, and copies of these; what a store through an object's pointer changes.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2) thread(x=2)
#include <cstdio>

struct Ring {
    int all[4] = {1, 2, 3, 4};
    int* at;
    __device__ Ring() : at(all + 1) {}
    __device__ explicit Ring(int k) : at(all + (k & 3)) {}
};
struct Derived : Ring {};
struct Around {
    int n;
    Ring ring;
};
template <class T> struct Cell {
    T value, *place;
    __device__ Cell(T v) : value(v), place(&value) {}
};
struct Plain {
    int value, *place;
};
__device__ void begin(Plain& p) { p = {3, &p.value}; }
__device__ void begin(Plain* p) { p->value = 3, p->place = &p->value; }
__device__ int total(const int* all) { return all[0] + 3 * all[1] + 5 * all[2] + 7 * all[3]; }
#define INDEX blockIdx.x * 64 + threadIdx.x

__global__ void copied(int* out, const int* in, int n)
{
    Ring a(n), b = a, c;
    c = b;
    *b.at += in[INDEX];
    c.at[0] ^= in[INDEX];
    out[INDEX] = total(a.all) + *c.at;
}

__global__ void by_default(int* out, const int* in, int n)
{
    Ring a, b;
    *a.at += in[INDEX];
    *b.at += in[INDEX];
    out[INDEX] = total(a.all) + total(b.all) + n;
}

__global__ void inherited(int* out, const int* in, int n)
{
    Derived a, b = a;
    Around c = {n}, d(c);
    *b.at += in[INDEX];
    *d.ring.at -= in[INDEX];
    out[INDEX] = total(a.all) + total(c.ring.all);
}

__global__ void templates(int* out, const int* in, int n)
{
    Cell<int> a(n);
    Cell<int> b = a;
    *b.place += in[INDEX];
    out[INDEX] = a.value;
}

__global__ void begun_by_calls(int* out, const int* in, int n)
{
    Plain a = {}, b = {}, c = {};
    begin(a);
    begin(&b);
    c.place = &c.value, c.value = n;
    Plain d = a, e = b, f = c;
    *d.place += in[INDEX];
    *e.place -= in[INDEX];
    *f.place ^= in[INDEX];
    out[INDEX] = a.value + b.value + c.value;
}

__global__ void as_numbers(int* out, const int* in, int n)
{
    int x = n, y = n;
    bool bits[64] = {};
    unsigned long long whole = (unsigned long long)&x, again = 0;
    for (int b = 0; b < 64; b++) bits[b] = whole >> b & 1;
    for (int b = 0; b < 64; b++)
        if (bits[b]) again |= 1ull << b;
    *(int*)again += in[INDEX];
    double kept = 0;
    int *p = &y, *q = nullptr;
    memcpy(&kept, &p, sizeof p);
    memcpy(&q, &kept, sizeof q);
    *q += in[INDEX];
    out[INDEX] = x + 3 * y;
}

struct Found {
    int all[4], *head;
    __device__ int& operator[](int k)
    {
        if (!head) head = all;
        return head[k];
    }
};
struct InPlace {
    int n, *place;
    __device__ InPlace(int k) : n(k), place(&n) {}
    InPlace(const InPlace&) = delete;
};
__device__ InPlace made_of(int n) { return {n}; }
struct Both {
    InPlace first;
    int n;
};

__global__ void by_operators(int* out, const int* in, int n)
{
    Found r = {{n, n, n, n}, nullptr};
    int first = r[0];
    r.head[1] = in[INDEX];
    out[INDEX] = r.all[1] + first;
}

__global__ void given_in_place(int* out, const int* in, int n)
{
    auto make = [=](int k) { return InPlace(k + n); };
    InPlace a = made_of(n), b = make(1);
    Both c{made_of(n), 2};
    *a.place = in[INDEX];
    *b.place += in[INDEX];
    *c.first.place -= in[INDEX];
    out[INDEX] = a.n + b.n * 3 + c.first.n * 5;
}

struct View {
    int *data, count;
};

__global__ void through_members(int* out, const int* in, int n)
{
    __shared__ int row[64];
    View view = {out, n};
    view.data[INDEX] = 0;
    for (int k = 0; k < view.count; k++) {
        row[threadIdx.x] = in[INDEX] + k;
        __syncthreads();
        view.data[INDEX] += row[(threadIdx.x + 1) % 64];
        __syncthreads();
    }
}

int main()
{
    const int size = 5 * 64;
    static int host[size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    auto print = [&](const char* name) {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int value : host) hash = hash * 31 + value;
        std::printf("%s %u\n", name, hash);
    };
    copied<<<5, 64>>>(out, in, 6), print("copied");
    by_default<<<5, 64>>>(out, in, 6), print("by_default");
    inherited<<<5, 64>>>(out, in, 6), print("inherited");
    templates<<<5, 64>>>(out, in, 6), print("templates");
    begun_by_calls<<<5, 64>>>(out, in, 6), print("begun_by_calls");
    as_numbers<<<5, 64>>>(out, in, 6), print("as_numbers");
    by_operators<<<5, 64>>>(out, in, 6), print("by_operators");
    given_in_place<<<5, 64>>>(out, in, 6), print("given_in_place");
    through_members<<<5, 64>>>(out, in, 6), print("through_members");
}
