// Chunks of a vector copied, computed and copied back in several streams at once.
//
// Exercises: pinned memory, cudaMemcpyAsync, streams with flags, events across streams, elapsed time,
// cudaLaunchHostFunc and cudaStreamAddCallback, cudaStreamQuery, the fourth launch parameter.
//
// Usage: streams [count]

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status));     \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

constexpr int stream_count = 3;
constexpr int chunks = 6;

__global__ void saxpy(int n, float a, const float* x, float* y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

__global__ void add_up(const float* y, double* sum, int n)
{
    __shared__ double s[128];
    double v = 0;
    for (int i = threadIdx.x; i < n; i += 128)
        v += y[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (threadIdx.x < width)
            s[threadIdx.x] += s[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = s[0];
}

static void CUDART_CB count_chunk(void* counter)
{
    ++*static_cast<std::atomic<int>*>(counter);
}

static void CUDART_CB count_stream(cudaStream_t, cudaError_t status, void* counter)
{
    if (status == cudaSuccess)
        ++*static_cast<std::atomic<int>*>(counter);
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 24000;
    const float a = 0.5f;
    const int chunk = (n + chunks - 1) / chunks;

    float *x, *y;
    CHECK(cudaMallocHost((void**)&x, n * sizeof(float)));
    CHECK(cudaHostAlloc((void**)&y, n * sizeof(float), cudaHostAllocDefault));
    for (int i = 0; i < n; ++i) {
        x[i] = float(i % 64);
        y[i] = float(i % 5);
    }

    float *d_x, *d_y;
    double* d_sum;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_sum, sizeof(double)));

    cudaStream_t streams[stream_count];
    cudaEvent_t done[stream_count], begin, end;
    for (int s = 0; s < stream_count; ++s) {
        CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    }
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));

    std::atomic<int> finished_chunks(0), finished_streams(0);
    int launched = 0;
    CHECK(cudaEventRecord(begin, streams[0]));
    for (int c = 0; c < chunks; ++c) {
        cudaStream_t stream = streams[c % stream_count];
        const int first = c * chunk;
        const int count = first + chunk < n ? chunk : n - first;
        if (count <= 0)
            break;
        CHECK(cudaMemcpyAsync(d_x + first, x + first, count * sizeof(float), cudaMemcpyHostToDevice, stream));
        CHECK(cudaMemcpyAsync(d_y + first, y + first, count * sizeof(float), cudaMemcpyHostToDevice, stream));
        saxpy<<<8, 128, 0, stream>>>(count, a, d_x + first, d_y + first);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(y + first, d_y + first, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaLaunchHostFunc(stream, count_chunk, &finished_chunks));
        ++launched;
    }

    // Stream 0 goes on when all the others are through.
    for (int s = 1; s < stream_count; ++s) {
        CHECK(cudaEventRecord(done[s], streams[s]));
        CHECK(cudaStreamWaitEvent(streams[0], done[s], 0));
        CHECK(cudaStreamAddCallback(streams[s], count_stream, &finished_streams, 0));
    }
    double sum = 0;
    add_up<<<1, 128, 0, streams[0]>>>(d_y, d_sum, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost, streams[0]));
    CHECK(cudaEventRecord(end, streams[0]));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaDeviceSynchronize());

    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    bool idle = true;
    for (cudaStream_t stream : streams)
        idle = idle && cudaStreamQuery(stream) == cudaSuccess;

    int wrong = 0;
    double expected_sum = 0;
    for (int i = 0; i < n; ++i) {
        const float expected = float(i % 5) + a * float(i % 64);
        wrong += y[i] != expected;
        expected_sum += expected;
    }
    const int callbacks = finished_chunks + finished_streams;
    const bool pass = wrong == 0 && sum == expected_sum && idle && ms >= 0 && callbacks == launched + stream_count - 1;
    printf("%s streams %d elements: %d wrong, sum %.1f, %d callbacks\n", pass ? "PASS" : "FAIL", n, wrong, sum, callbacks);

    for (int s = 0; s < stream_count; ++s) {
        CHECK(cudaStreamDestroy(streams[s]));
        CHECK(cudaEventDestroy(done[s]));
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_sum));
    CHECK(cudaFreeHost(x));
    CHECK(cudaFreeHost(y));
    return pass ? 0 : 1;
}
