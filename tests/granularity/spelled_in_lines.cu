// Lines that end in backslashes, literals of several lines, and parameters that are spelled as arrays.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: bounds(64)
#include <cstdio>
__global__ void of_joined_lines(int* out, int n)
{
    __shared__ int s[64];
    int at = \
        (blockIdx.x * n)   \
        + (threadIdx.x % n);
    int by = at;
    by = \
        at \
        * 3;
    s[threadIdx.x] = by;
    __syncthreads();
    if (at \
        > 7)
        by += \
            n;
    out[at] = s[63 - threadIdx.x] \
              + by + at;
}
__global__ void of_arrays(int out[], const int2 in[256], int rows[][2])
{
    in += threadIdx.x;
    out += blockIdx.x * 64;
    __syncthreads();
    out[threadIdx.x] = in->x + in->y + rows[threadIdx.x][1];
}
template <typename T>
__global__ void of_arrays_of(T out[], const T in[])
{
    in += threadIdx.x, out += blockIdx.x * 64;
    __syncthreads();
    out[threadIdx.x] = *in * 2;
}
__device__ int first(int x, const char* s) { return x + s[1]; }
__global__ void of_comments(int* out)
{
    int at = blockIdx.x * 64 + threadIdx.x;
    int x = first(at, "a//b" /* c // d */) +  // e
            '/' + 2;
    __syncthreads();
    int y = first(x /* a // b */,
                  "//") + 1;
    __syncthreads();
    out[at] += x + y;
}
__global__ void of_directives(int* out, int* last)
{
    int at = blockIdx.x * 64 + threadIdx.x;
    last[0] = 3
#ifdef NOT_DEFINED
        + undeclared
#else
        + 5  // as it is
#endif
        ;
    at += 0 // nothing
#if 1
        /* more */ ;
#endif
    __syncthreads();
    out[at] = last[0]
#if 0
        + 1
#endif
    ;
    out[at] += at;
}
#define TOLD(s, k) (s)[(k) % (sizeof(s) - 1)]
__global__ void of_line_ends(int* out)
{
    int at = blockIdx.x * 64 + threadIdx.x, kept[4] = {};
        const char *raw = R"(a "b\
      c?

  d)", *joined = "e\
      f\
  g";
    // a drawing: /\

    kept[threadIdx.x % 4] = 3; // another: \ 

    if (threadIdx.x % 2) {
        int more = 5; // ends here \

        kept[1] += more;  // this goes on: \
        kept[1] = 0;
#define PUT(k) kept[k] += 7; \
        kept[(k) ^ 1] -= at; \

        PUT(threadIdx.x % 3)
    }
    __syncthreads();
    out[at] += raw[threadIdx.x % 17] + joined[threadIdx.x % 11] + TOLD(R"(
   x)", at) + kept[0] + kept[1] * 3 + kept[2] * 5;
}
%:define ADDED(a, b) a %:%: b + 1
struct Cell <% int v<:2:>; %>;
__constant__ int steps<:3:> = <% 2, 5, 7 %>;
__global__ void of_digraphs(int* out, int n)
<%
    __shared__ int s<:64:>;
    int i = blockIdx.x * 64 + threadIdx.x, local<:2:> = <%i, 3%>;
    Cell cell = <%<%i, n%>%>;
    if (i % 5 == 0) <% local<:1:> = ADDED(n, ) + steps<:i % 3:>; %>
    s<:threadIdx.x:> = local<:threadIdx.x & 1:>;
    __syncthreads();
    out<:i:> += s<:63 - threadIdx.x:> + cell.v<:0:> * n + local[0];
%>
int main()
{
    int *d, *e, h[512];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    for (int i = 0; i < 512; ++i)
        h[i] = i * 7 % 31;
    cudaMemcpy(e, h, sizeof h, cudaMemcpyHostToDevice);
    auto show = [&](const char* name) {
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < 256; ++i)
            sum = sum * 31 + h[i];
        printf("%s %ld\n", name, sum);
    };
    of_joined_lines<<<4, 64>>>(d, 64), show("joined lines");
    of_arrays<<<4, 64>>>(d, (const int2*)e, (int(*)[2])e), show("arrays");
    of_arrays_of<<<4, 64>>>(d, (const int*)e), show("arrays of T");
    of_comments<<<4, 64>>>(d), show("comments");
    of_directives<<<4, 64>>>(d, e), show("directives");
    of_line_ends<<<4, 64>>>(d), show("line ends");
    of_digraphs<<<4, 64>>>(d, 3), show("digraphs");
}
