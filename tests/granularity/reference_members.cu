// Members that are references: what is bound to them changes by way of them.
// schedule: thread(x=4, consecutive)
// schedule: block(x=2)
// schedule: serial(x=2)
// schedule: pack(x=2) thread(x=2)
#include <cstdio>

struct Referrer { int& to; };
struct Outer { Referrer inner; int n; };
struct Derived : Referrer { int n; };
template <class T> struct Typed { T& to; };
struct Pointing { int*& to; };
struct Both { int a, b; };
struct Seeing { const int& to; };

// what depends on the thread is asked for behind a barrier, by way of its neighbour
#define SHOWN(v)                                                                                                       \
    __shared__ int shown[64];                                                                                          \
    shown[threadIdx.x] = (v);                                                                                          \
    __syncthreads();                                                                                                   \
    out[blockIdx.x * 64 + threadIdx.x] += shown[(threadIdx.x + 5) % 64] * 3 + (v);                                     \
    __syncthreads()

__global__ void listed(int* out, int w)
{
    int v = w;
    { Referrer s = {v}; s.to = (int)threadIdx.x; }
    SHOWN(v);
}

__global__ void braced(int* out, int w)
{
    int v = w;
    { Referrer s{v}; s.to = (int)threadIdx.x; }
    SHOWN(v);
}

__global__ void named(int* out, int w)
{
    int v = w;
    { auto s = Referrer{v}; s.to = (int)blockIdx.x; }
    SHOWN(v);
}

__global__ void designated(int* out, int w)
{
    int v = w;
    { Referrer s = {.to = v}; s.to = (int)threadIdx.x; }
    SHOWN(v);
}

__global__ void nested(int* out, int w)
{
    int v = w;
    { Outer s = {{v}, 1}; s.inner.to = (int)threadIdx.x * s.n; }
    SHOWN(v);
}

__global__ void elided(int* out, int w)
{
    int v = w;
    { Outer s = {v, 1}; s.inner.to = (int)threadIdx.x * s.n; }
    SHOWN(v);
}

__global__ void derived(int* out, int w)
{
    int v = w;
    { Derived s = {{v}, 2}; s.to = (int)blockIdx.x * s.n; }
    SHOWN(v);
}

__global__ void several(int* out, int w)
{
    int v = w, u = w + 1;
    { Referrer s[2] = {{v}, {u}}; s[w & 1].to = (int)threadIdx.x; }
    SHOWN(v * 7 + u);
}

__global__ void chosen(int* out, int w)
{
    int v = w, u = w + 1;
    { Referrer s = {w > 2 ? v : u}; s.to = (int)threadIdx.x; }
    SHOWN(v * 7 + u);
}

__global__ void element(int* out, int w)
{
    int v[3] = {w, w + 1, w + 2};
    { Referrer s = {v[1]}; s.to = (int)threadIdx.x; }
    SHOWN(v[0] + v[1] * 3 + v[2]);
}

__global__ void member(int* out, int w)
{
    Both v = {w, w + 1};
    { Referrer s = {v.b}; s.to = (int)threadIdx.x; }
    SHOWN(v.a + v.b * 3);
}

__global__ void copied(int* out, int w)
{
    int v = w;
    { Referrer s = {v}; Referrer t = s; auto u = t; u.to = (int)threadIdx.x; }
    SHOWN(v);
}

template <class T> __global__ void typed(T* out, T w)
{
    T v = w;
    { Typed<T> s = {v}; s.to = (T)threadIdx.x; }
    { Typed<T> s{v}; s.to = (T)blockIdx.x; }
    SHOWN(v);
}

__global__ void pointing(int* out, int w)
{
    int v = w, u = w + 1;
    int* p = &u;
    { Pointing s = {p}; s.to = threadIdx.x & 1 ? &u : &v; }
    *p = (int)blockIdx.x + 9;
    SHOWN(v * 5 + u);
}

__global__ void seen(int* out, int w)
{
    int v = w;
    Seeing s = {v};
    v = (int)threadIdx.x;
    int seen = s.to;
    SHOWN(seen);
}

__device__ void set(Referrer s, int x) { s.to = x; }
__device__ Referrer referring(int& to) { return {to}; }

__global__ void passed_on(int* out, int w)
{
    int v = w;
    set(referring(v), (int)threadIdx.x);
    SHOWN(v);
}

struct Keeper { int* to; };
__device__ void store(Keeper s, int x) { *s.to = x; }
__device__ Keeper keeping(int* to) { return {to}; }

__global__ void kept(int* out, int w)
{
    int v = w, u = w;
    store({&v}, (int)threadIdx.x);
    store(keeping(&u), (int)threadIdx.x);
    SHOWN(v * 5 + u);
}

__global__ void handed(int* out, int w)
{
    int v = w, u = w;
    set({v}, (int)threadIdx.x);
    set(Referrer{u}, (int)blockIdx.x);
    SHOWN(v * 5 + u);
}

__global__ void returned(int* out, int w)
{
    int v = w;
    referring(v).to = (int)threadIdx.x;
    SHOWN(v);
}

__global__ void temporary(int* out, int w)
{
    int v = w;
    Referrer{v}.to = (int)threadIdx.x;
    SHOWN(v);
}

__global__ void memory(int* out, int w)
{
    __shared__ int first;
    if (threadIdx.x == 3) { Referrer s = {first}; s.to = w + (int)blockIdx.x; }
    { Referrer s = {out[blockIdx.x * 64 + (threadIdx.x + 1) % 64]}; s.to = 4; }
    __syncthreads();
    SHOWN(first);
}

__global__ void counted(int* out, int* total, int w)
{
    { Referrer s = {*total}; atomicAdd(&s.to, w); }
    SHOWN(w);
}

int main()
{
    const int n = 4 * 64;
    int *out, *total, host[n];
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
#define SHOW(...)                                                                                                      \
    cudaMemset(out, 0, sizeof host);                                                                                   \
    __VA_ARGS__;                                                                                                       \
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);                                                        \
    for (int i = 0; i < n; i += 3) printf("%d ", host[i]);                                                             \
    printf("\n")
    SHOW((listed<<<4, 64>>>(out, 3)));
    SHOW((braced<<<4, 64>>>(out, 3)));
    SHOW((named<<<4, 64>>>(out, 3)));
    SHOW((designated<<<4, 64>>>(out, 3)));
    SHOW((nested<<<4, 64>>>(out, 3)));
    SHOW((elided<<<4, 64>>>(out, 3)));
    SHOW((derived<<<4, 64>>>(out, 3)));
    SHOW((several<<<4, 64>>>(out, 3)));
    SHOW((chosen<<<4, 64>>>(out, 3)));
    SHOW((element<<<4, 64>>>(out, 3)));
    SHOW((member<<<4, 64>>>(out, 3)));
    SHOW((copied<<<4, 64>>>(out, 3)));
    SHOW((typed<int><<<4, 64>>>(out, 3)));
    SHOW((pointing<<<4, 64>>>(out, 3)));
    SHOW((seen<<<4, 64>>>(out, 3)));
    SHOW((passed_on<<<4, 64>>>(out, 3)));
    SHOW((kept<<<4, 64>>>(out, 3)));
    SHOW((handed<<<4, 64>>>(out, 3)));
    SHOW((returned<<<4, 64>>>(out, 3)));
    SHOW((temporary<<<4, 64>>>(out, 3)));
    SHOW((memory<<<4, 64>>>(out, 3)));
    SHOW((counted<<<4, 64>>>(out, total, 3)));
    cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return 0;
}
