// Objects that outlive a barrier: each is made by the constructor that its declaration chooses, and by no assignment.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>

struct Whole {
    int v;
    __device__ Whole() : v(3) {}
    __device__ Whole(int x) : v(x) {}
};

struct Strict {
    int v;
    __device__ Strict() : v(3) {}
    __device__ Strict(int x) : v(x) {}
    __device__ explicit Strict(float x) : v((int)x + 1000) {}
};

struct Doubled {
    int v;
    __device__ Doubled() : v(5) {}
    __host__ __device__ Doubled(int x) : v(x) {}
    __host__ __device__ Doubled(const Doubled& other) : v(other.v) {}
    __device__ Doubled& operator=(const Doubled& other) { v = other.v * 2; return *this; }
};

struct Both {
    int v;
    __device__ operator int() const { return v; }
    __device__ explicit operator unsigned() const { return v + 100; }
};

__global__ void of_nothing(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Whole s = {}, t{};
    s.v += i;
    t.v -= i;
    __syncthreads();
    out[i] = s.v + t.v * 3;
}

__global__ void implicitly(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float f = i * 1.5f;
    Strict s = f, t(f);
    const Strict u = {i};
    __syncthreads();
    out[i] += s.v + t.v * 3 + u.v;
}

__global__ void of_a_parameter(Doubled d, int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    d.v += i;
    __syncthreads();
    Doubled e = d;
    e.v += 1;
    __syncthreads();
    out[i] += d.v + e.v * 3;
}

__global__ void converted(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Both b{i};
    unsigned int u(b), w = b, x{(unsigned)b};
    int &r{out[i]};
    __syncthreads();
    r += u + w * 3 + x * 5;
}

__global__ void in_turns(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
    for (int k = 0; k < 3; ++k) {
        Doubled d;
        Whole w = {};
        int a[3] = {};
        d.v += i;
        w.v += i;
        a[k] = i;
        __syncthreads();
        sum += d.v + w.v * 3 + a[0] + a[1] * 5;
    }
    out[i] += sum;
}

struct Outer {
    Doubled inside;
    int w;
};

__global__ void stored(Doubled* a, Outer* b, int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i;
    b[i].inside.v = i * 3;
    a[i] = a[i];
    b[i] = b[i];
    __syncthreads();
    a[i] = Doubled(a[i].v + 1);
    out[i] += a[i].v + b[i].inside.v * 5;
}

__global__ void of_indices(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    dim3 me = threadIdx;
    const uint3 there = blockIdx;
    if (i & 64) me.x = 3;
    __syncthreads();
    out[i] += me.x + me.z * 3 + there.x;
}

struct Two { int a, b; };
__device__ Two two(int v) { return {v, v * 2}; }

__global__ void bound_to_constants(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x, k = 0, n = i;
    short s = i * 3;
    const int &place = (k = i, n), &negative = -n, &braced{n}, &stepped = ++n, &old = n++;
    const int &chosen = i & 1 ? n : k, &copied = i & 1 ? n : 5, &converted = s, &member = two(i).b;
    const long long& wide = n;
    const Two &list = {n, i}, &whole = two(n);
    n += 7, k ^= 3, s -= 2;
    __syncthreads();
    out[i] += place + negative * 3 + braced * 5 + stepped * 7 + old * 11 + chosen * 13 + copied * 17 + converted * 19;
    out[i] += member + (int)wide * 3 + list.a + list.b * 3 + whole.b * 5 + n + k + s;
}

int main()
{
    int *out, host[256];
    Doubled* a;
    Outer* b;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&a, 256 * sizeof *a);
    cudaMalloc(&b, 256 * sizeof *b);
    of_nothing<<<4, 64>>>(out);
    implicitly<<<4, 64>>>(out);
    of_a_parameter<<<4, 64>>>(Doubled(3), out);
    converted<<<4, 64>>>(out);
    in_turns<<<4, 64>>>(out);
    stored<<<4, 64>>>(a, b, out);
    of_indices<<<4, 64>>>(out);
    bound_to_constants<<<4, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
