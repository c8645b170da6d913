// Objects whose type cannot be made of nothing, and that outlive a barrier: each is made where its declaration stood.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: block(x=3, strided) thread(x=4)
// schedule: serial(x=2)
#include <cstdio>

struct Delegating {
    int a, b;
    __device__ Delegating(int x, int y) : a(x), b(y) {}
    __device__ explicit Delegating(int x) : Delegating(x, x + 1) {}
};

template <class D>
struct Curious {
    __device__ int run(int k) const { return static_cast<const D*>(this)->times(k) + 1; }
};
class Scaled : public Curious<Scaled> {
    const int by;
    int& last;

public:
    __device__ Scaled(int by_, int& last_) : by(by_), last(last_) {}
    Scaled() = delete;
    __device__ int times(int k) const { return last = k * by; }
};

struct Drawing {
    unsigned state;
    __device__ Drawing(unsigned seed, int sequence) : state(seed * 747796405u + sequence) {}
    __device__ Drawing& operator=(const Drawing& other) { state = other.state + 1; return *this; }
    __device__ unsigned operator()() { return state = state * 1664525u + 1013904223u; }
};

template <class T>
struct Own {
    T* self;
    T value;
    __device__ Own(T v) : self(&value), value(v) {}
};

__global__ void delegated(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Delegating d(i), e = Delegating(i, 3), f{i, i};
    __syncthreads();
    d.a += e.b;
    f = d;
    __syncthreads();
    out[i] = d.a * 3 + d.b + e.a + f.b;
}

__global__ void curious(int* out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x, last = 0;
    if (i >= n) return;
    const Scaled s(out[i] & 15, last);
    int sum = s.run(threadIdx.x);
    out[i] += sum * 5 + last;
}

__global__ void drawn(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
    for (int k = 0; k < 3; ++k) {
        Drawing draw(i, k);
        sum += draw() >> 20;
        __syncthreads();
        Drawing again = draw;
        const Drawing& other = Drawing(again.state, i);
        __syncthreads();
        draw = again;
        sum += (draw() >> 24) + (other.state & 7);
    }
    out[i] += sum;
}

template <class T>
__global__ void owned(T* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Own<T> o{T(i)}, p = T(3);
    __syncthreads();
    *o.self += p.value;
    *p.self += i;
    __syncthreads();
    out[i] += o.value + p.value * 7;
}

int main()
{
    const int n = 5 * 64;
    int *out, host[n];
    cudaMalloc(&out, sizeof host);
    delegated<<<5, 64>>>(out);
    curious<<<5, 64>>>(out, n - 40);
    drawn<<<5, 64>>>(out);
    owned<int><<<5, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
