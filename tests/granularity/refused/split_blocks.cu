// What concerns the threads of one block: they cannot run as several blocks.
// refused: barrier | split(x=2) | 26 | the threads of one block wait for each other here
// refused: vote | split(x=2) | 31 | the threads of one block wait for each other here
// refused: called | split(x=2) | 36 | the threads of one block wait for each other here
// refused: ended | split(x=2) | 46 | the threads of one block wait for each other here
// refused: twice_by_macro | split(x=2) | 107 | the threads of one block wait for each other here
// refused: tile | split(x=2) | 50 | shared memory is that of one block
// refused: dynamic | split(x=2) | 55 | shared memory is that of one block
// refused: of_a_function | split(x=2) | 59 | shared memory is that of one block
// refused: narrow | split(x=2) | 71 | the scope of 'atomicAdd_block' may be one block
// refused: fence | split(x=2) | 76 | the scope of '__threadfence_block' may be one block
// refused: handed_on | split(x=2) | 82 | the scope of 'atomicMax_block' may be one block
// refused: builtin | split(x=2) | 86 | the scope of '__sync_fetch_and_add_4' may be one block
// refused: assembly | split(x=2) | 90 | this assembly names the scope of one block
// refused: by_macro | split(x=2) | 94 | this assembly names the scope of one block
// refused: lanes | split(x=4) | 99 | this exchange between lanes needs whole warps
// refused: uneven | split(x=3) | 101 | 3 does not divide its 64 threads along x
#define ORDERED(scope) asm volatile("fence.acq_rel." scope ";" ::: "memory")
#define OF_BLOCK ORDERED("cta")

__device__ void meet() { __syncthreads(); }

__global__ void barrier(int* out)
{
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x ^ 1] += 2;
}
__global__ void vote(int* out)
{
    out[threadIdx.x] = __syncthreads_or(out[threadIdx.x]);
}
__global__ void called(int* out)
{
    out[threadIdx.x] = 1;
    meet();
}
struct Closing {
    int* to;
    __device__ ~Closing() { atomicAdd(to, 1); }
};
__global__ void ended(int* out)
{
    Closing closing{out};
    out[threadIdx.x] = 1;
    __syncthreads();
}
__global__ void tile(int* out)
{
    __shared__ int mine[64];
    out[threadIdx.x] = mine[threadIdx.x] = out[threadIdx.x];
}
__global__ void dynamic(int* out)
{
    extern __shared__ int mine2[];
    out[threadIdx.x] = mine2[threadIdx.x] = out[threadIdx.x];
}
__device__ int kept(int value) {
    __shared__ int cells[64];
    cells[threadIdx.x] = value;
    return cells[threadIdx.x] + 1;
}
__global__ void of_a_function(int* out)
{
    out[threadIdx.x] = kept(out[threadIdx.x]);
}

__device__ int raised(int* out) {
    atomicAdd(out + 1, 1);
    // by one block alone
    return atomicAdd_block(out, 1);
}
__global__ void narrow(int* out) { out[threadIdx.x + 2] = raised(out) > 3; }
__global__ void fence(int* out)
{
    __threadfence_block();
    out[threadIdx.x] = 1;
}
template <class Do> __device__ void twice(Do act) { act(), act(); }
__global__ void handed_on(int* out)
{
    twice([=] { atomicMax_block(out, (int)threadIdx.x); });
}
__global__ void builtin(int* out)
{
    __sync_fetch_and_add(out, 1);
}
__global__ void assembly(int* out)
{
    asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(out));
}
__global__ void by_macro(int* out)
{
    OF_BLOCK;
    out[threadIdx.x] = 1;
}
__global__ void lanes(int* out)
{
    out[threadIdx.x] = __shfl_xor_sync(~0u, out[threadIdx.x], 1);
}
__global__ void uneven(int* out) { out[threadIdx.x] = 1; }

#define MET_TWICE __syncthreads(); out[threadIdx.x ^ 1] += 2; __syncthreads()
__global__ void twice_by_macro(int* out)
{
    out[threadIdx.x] = 1;
    MET_TWICE;
}

void run(int* out)
{
    barrier<<<1, 64>>>(out), vote<<<1, 64>>>(out), called<<<1, 64>>>(out), tile<<<1, 64>>>(out);
    dynamic<<<1, 64, 256>>>(out), of_a_function<<<1, 64>>>(out), narrow<<<1, 64>>>(out), fence<<<1, 64>>>(out);
    handed_on<<<1, 64>>>(out), builtin<<<1, 64>>>(out), assembly<<<1, 64>>>(out), by_macro<<<1, 64>>>(out);
    lanes<<<1, 64>>>(out), uneven<<<1, 64>>>(out), ended<<<1, 64>>>(out), twice_by_macro<<<1, 64>>>(out);
}
