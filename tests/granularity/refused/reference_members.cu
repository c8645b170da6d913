// What cannot be kept once an instance: arrays of what has no default, and types declared with their variables.
// refused: changed | thread(x=2) | 15 | 's' outlives a barrier, and its type has no default
// refused: inside | block(x=2) | 24 | 's' outlives a barrier, and its type has no default
// refused: declared_with | thread(x=2) | 34 | 'v' outlives a barrier, and declares its type
// refused: one_of_two | thread(x=2) | 44 | a type is declared together with variables
// refused: by_constructor | thread(x=2) | 56 | 's' outlives a barrier, and its type has no default
// refused: by_a_conversion | thread(x=2) | 79 | 'r' outlives a barrier, and refers to what a conversion gives
struct Referrer { int& to; };
struct Outer { Referrer inner; };

__global__ void changed(int* out, int w)
{
    __shared__ int first;
    int v = w;
    Referrer s[1] = {{v}};
    s[0].to += (int)threadIdx.x;
    if (s[0].to == 3) first = v;
    __syncthreads();
    out[threadIdx.x] = s[0].to + first;
}

__global__ void inside(int* out, int w)
{
    __shared__ int first; int v = w; Outer s[1] = {{{v}}};
    s[0].inner.to += (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (s[0].inner.to == 3) first = v;
    __syncthreads();
    out[threadIdx.x] = s[0].inner.to + first;
}

__global__ void declared_with(int* out, int w)
{
    __shared__ int first;
    struct { int a, b; } v = {w, (int)threadIdx.x};
    if (v.b == 3) first = v.a;
    __syncthreads();
    out[threadIdx.x] = v.b + first;
}

__global__ void one_of_two(int* out, int w)
{
    __shared__ int first;
    struct Pair { int a, b; };
    struct Triple { int a, b, c; } v = {w, (int)threadIdx.x, 1}, u = {w, w, 2};
    if (v.b == 3) first = v.a;
    __syncthreads();
    out[threadIdx.x] = v.b + first + u.c;
}

struct Made { int& to; __device__ Made(int& x) : to(x) {} __device__ void put(int x) { to = x; } };

__global__ void by_constructor(int* out, int w)
{
    __shared__ int first;
    int v = w;
    Made s[1] = {Made(v)};
    s[0].put((int)threadIdx.x);
    if (s[0].to == 3) first = v;
    __syncthreads();
    out[threadIdx.x] = v + first;
}

int main()
{
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    changed<<<2, 32>>>(out, 1);
    inside<<<2, 32>>>(out, 1);
    declared_with<<<2, 32>>>(out, 1);
    by_constructor<<<2, 32>>>(out, 1);
    one_of_two<<<2, 32>>>(out, 1);
}

struct Gives { int v; __device__ operator int&() { return v; } };

__global__ void by_a_conversion(int* out, int w)
{
    Gives c{w + (int)threadIdx.x};
    int& r = c;
    __syncthreads();
    out[threadIdx.x] = ++r;
}
