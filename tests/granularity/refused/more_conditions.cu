// More kernels for conditions that no other case asks for.
// refused: whole_macro | thread(x=2) | 27 | a macro spells this statement, and a barrier in it
// refused: mixed_head | thread(x=2) | 35 | the head of this loop changes what instances do not share
// refused: by_member | thread(x=2) | 45 | this operator uses indices or waits
// refused: in_object | block(x=2) | 51 | this call of 'own', which uses indices, is not spelled as a call
// refused: meets_spelled | thread(x=2) | 58 | 'meet_spelled' holds a barrier, and a macro spells it
// refused: meets_typed | thread(x=2) | 66 | 'meet_typed' holds a barrier, and its template argument T is not written here
// refused: meets_twice | thread(x=2) | 74 | 'two_of_a_name' has shared memory of its own, which has no place in the kernel
// refused: by_text | thread(x=2) | 82 | 'word' outlives a barrier, and its initialiser cannot be assigned
// refused: any_size | bounds() | 89 | its block size is not proved
// refused: launching | block(x=2) | 91 | it launches kernels itself
// refused: scattered | thread(x=4) | 95 | their threads would no longer be lanes of one
#define MEETS(name) __device__ int name(int* s) { __syncthreads(); return s[0]; }
#define STORE_AND_SYNC(to, value...) do { (to) = (value); __syncthreads(); } while (0)
#define IF_MORE if (n > 3
#define OWN(o, x) o.own(x)
struct Owner { __device__ int operator()(int x) const { return x + threadIdx.x; } __device__ int& operator[](int i) { return a[i + threadIdx.x]; } int a[64]; __device__ int own(int x) { return x + threadIdx.x; } };

MEETS(meet_spelled)
template <class T = int> __device__ int meet_typed(int* s) { T v = s[0]; __syncthreads(); return v + s[0]; }
__device__ int two_of_a_name(int n) { int v; { __shared__ int s[2]; s[0] = n; __syncthreads(); v = s[0]; __syncthreads(); } { __shared__ float s[3]; s[1] = n; __syncthreads(); v += s[1]; __syncthreads(); } return v; }

__global__ void whole_macro(int* out, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    IF_MORE) { STORE_AND_SYNC(s[threadIdx.x], n); }
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void mixed_head(int* out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int k = 0; k < n; ++k, t += k) {
        s[threadIdx.x] = t;
        __syncthreads();
        out[threadIdx.x] += s[63 - threadIdx.x];
        __syncthreads();
    }
}

__global__ void by_member(int* out)
{
    out[blockIdx.x * 64 + threadIdx.x] = Owner()[3];
}

__global__ void in_object(int* out)
{
    Owner owner;
    out[blockIdx.x * 64 + threadIdx.x] = OWN(owner, 3);
}

__global__ void meets_spelled(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int v = meet_spelled(s);
    out[threadIdx.x] = v;
}

__global__ void meets_typed(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int v = meet_typed(s);
    out[threadIdx.x] = v;
}

__global__ void meets_twice(int* out, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int v = two_of_a_name(n);
    v += two_of_a_name(v);
    out[threadIdx.x] = v + s[0];
}

__global__ void by_text(int* out)
{
    __shared__ int s[64];
    char word[4] = "abc";
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    word[threadIdx.x % 4] += 1;
    out[threadIdx.x] = s[63 - threadIdx.x] + word[0];
}

__global__ void any_size(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void launching(int* out) { any_size<<<1, 64>>>(out + blockIdx.x * 64); }

__global__ void __launch_bounds__(64) scattered(int* out)
{
    out[blockIdx.x * 64 + threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 3);
}

void all(int* out, int n)
{
    launching<<<4, 64>>>(out), scattered<<<4, 64>>>(out);
    whole_macro<<<1, 64>>>(out, n), mixed_head<<<1, 64>>>(out, n), by_member<<<4, 64>>>(out), in_object<<<4, 64>>>(out);
    meets_spelled<<<1, 64>>>(out), meets_typed<<<1, 64>>>(out), meets_twice<<<1, 64>>>(out, n);
    by_text<<<1, 64>>>(out), any_size<<<1, n>>>(out);
}
