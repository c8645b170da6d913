// Inline assembly that exchanges between lanes, asks for one, asks where it runs, or ends the thread; by macros too.
// refused: lanes | thread(x=2, consecutive) | 18 | this exchange between lanes needs whole warps
// refused: masks | thread(x=4) | 24 | their threads would no longer be lanes of one
// refused: shuffles | thread(x=2, consecutive) | 30 | this exchange between lanes needs whole warps
// refused: votes | lanes(y, x) | 36 | this exchange is between lanes that are neighbours along x
// refused: active | pack(x=2) | 42 | this exchange between lanes needs whole warps
// refused: warp_by_macro | block(x=2) | 48 | this assembly may ask which thread, warp or multiprocessor runs it, or synchronise
// refused: thread_by_text | block(x=2) | 54 | this assembly may ask which thread, warp or multiprocessor runs it, or synchronise
// refused: ended | block(x=2) | 59 | this assembly may ask which thread, warp or multiprocessor runs it, or synchronise
// refused: pasted | block(x=2) | 65 | this assembly may ask which thread, warp or multiprocessor runs it, or synchronise
#define WARP(r) asm volatile("mov.u32 %0, %%warpid;" : "=r"(r))
#define OF_THREAD "%%tid.x"
#define SPECIAL(r, name) asm("mov.u32 %0, %%" #name ";" : "=r"(r))

__global__ void lanes(int* out)
{
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    out[blockIdx.x * 64 + threadIdx.x] = r;
}
__global__ void masks(int* out)
{
    unsigned r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    out[blockIdx.x * 64 + threadIdx.x] = r;
}
__global__ void shuffles(int* out)
{
    int v = threadIdx.x, r;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v));
    out[blockIdx.x * 64 + threadIdx.x] = r;
}
__global__ void votes(int* out)
{
    int v = threadIdx.x & 4, r;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(v));
    out[(blockIdx.x * 8 + threadIdx.y) * 8 + threadIdx.x] = r;
}
__global__ void __launch_bounds__(48) active(int* out)
{
    unsigned r;
    asm volatile("activemask.b32 %0;" : "=r"(r));
    out[blockIdx.x * 48 + threadIdx.x] = r;
}
__global__ void warp_by_macro(int* out)
{
    unsigned r;
    WARP(r);
    out[blockIdx.x * 64 + threadIdx.x] = r;
}
__global__ void thread_by_text(int* out)
{
    unsigned r;
    asm("mov.u32 %0, " OF_THREAD ";" : "=r"(r));
    out[blockIdx.x * 64 + threadIdx.x] = r;
}
__global__ void ended(int* out)
{
    if (out[0] > 40) asm volatile("exit;");
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void pasted(int* out)
{
    unsigned r;
    SPECIAL(r, smid);
    out[blockIdx.x * 64 + threadIdx.x] = r;
}

void all(int* out)
{
    lanes<<<4, 64>>>(out), masks<<<4, 64>>>(out), shuffles<<<4, 64>>>(out), votes<<<4, dim3(8, 8)>>>(out);
    active<<<4, 48>>>(out), warp_by_macro<<<4, 64>>>(out), thread_by_text<<<4, 64>>>(out), ended<<<4, 64>>>(out);
    pasted<<<4, 64>>>(out);
}
