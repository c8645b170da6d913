// Functions that use indices, in namespaces: found by a using-declaration or -directive, by an alias, by the types of
// arguments; friends; functions that are declared first and defined behind their callers.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
namespace far { __device__ int side(int x) { return x / 2 + (int)blockIdx.x; }
 struct Tag { int kept; };
 __device__ int byadl(Tag t) { return t.kept + (int)blockIdx.x; }
 template <int N> __device__ int many(int x) { return x * N + (int)threadIdx.x; }
 inline namespace v1 { __device__ int inl(int x) { return x + (int)threadIdx.x; } }
 namespace { __device__ int anon(int x) { return x + (int)threadIdx.x; } }
}
namespace { __device__ int anon2(int x) { return x + (int)threadIdx.x; } }
// Inlined: in another namespace, but what it names is the same everywhere.
namespace far { __device__ const int own = 3; typedef int whole; enum { MORE = 4 };
 __device__ void turned(int* kept, int n) { far::whole t = kept[(threadIdx.x + n) % 64] * far::own + far::MORE; __syncthreads(); kept[threadIdx.x] = t; } }
__device__ int factor = 2;
template <typename T> __device__ void turned_here(T* kept, int n) { T t = max(kept[(threadIdx.x + n) % 64], (T)n); __syncthreads(); kept[threadIdx.x] = t; }
using far::side;
namespace shorter = far;
struct Own { int v; 
  friend __device__ int buddy(Own o) { return o.v + (int)threadIdx.x; } };
__device__ int later(int x);
__device__ int wrapper(int x) { return later(x) + 1; }
__global__ void by_declaration(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = side(i);
}
__global__ void by_argument(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = byadl(far::Tag{i});
}
__global__ void with_arguments(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = far::many<sizeof(int)>(i) + shorter::many<3>(i);
}
__global__ void unnamed_and_inline(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = far::inl(i) + far :: v1 :: inl(i) + far::anon(i) + anon2(i);
}
__global__ void by_friend(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = buddy(Own{i});
}
__global__ void defined_later(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = later(i);
}
__global__ void defined_later_inside(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = wrapper(i);
}
template <typename T> __global__ void in_template(T* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = byadl(far::Tag{i}) + shorter::side(i);
}
__global__ void by_directive(int* out)
{
    using namespace far;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = many<2>(i);
}
__global__ void declared_inside(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    using far::many;
    out[i] = many<2>(i);
}
__device__ int later(int x) { return x + (int)threadIdx.x; }
__global__ void ending_elsewhere(int* out, int n)
{
    __shared__ int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i;
    __syncthreads();
    far::turned(kept, n);
    __syncthreads();
    turned_here(kept, factor);
    out[i] = kept[threadIdx.x];
}
int main()
{
    int* out;
    int host[256];
    cudaMalloc(&out, sizeof host);
    auto shown = [&] {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int value : host) printf("%d ", value);
        printf("\n");
    };
    by_declaration<<<4, 64>>>(out), shown();
    by_argument<<<4, 64>>>(out), shown();
    with_arguments<<<4, 64>>>(out), shown();
    unnamed_and_inline<<<4, 64>>>(out), shown();
    by_friend<<<4, 64>>>(out), shown();
    defined_later<<<4, 64>>>(out), shown();
    defined_later_inside<<<4, 64>>>(out), shown();
    in_template<<<4, 64>>>(out), shown();
    by_directive<<<4, 64>>>(out), shown();
    declared_inside<<<4, 64>>>(out), shown();
    ending_elsewhere<<<4, 64>>>(out, 3), shown();
    return 0;
}
