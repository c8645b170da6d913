// Texture objects: a 2-D array with bilinear filtering, and linear memory fetched by index.
//
// Exercises: cudaArray, channel descriptors, cudaCreateTextureObject with clamping and filtering,
// tex2D at fractional coordinates, tex1Dfetch of bytes read as normalised floats.
//
// Usage: texture [width height]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t e = (call);                                                         \
        if (e != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));  \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

// Doubles the resolution; texel centres lie at half-integer coordinates.
__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height)
{
    const unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(image, 0.5f * x + 0.25f, 0.5f * y + 0.25f);
}

__global__ void apply_table(cudaTextureObject_t table, const int* index, float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch<float>(table, index[i]);
}

static cudaTextureObject_t texture_of_array(cudaArray_t array)
{
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;

    cudaTextureDesc description;
    memset(&description, 0, sizeof(description));
    description.addressMode[0] = cudaAddressModeClamp;
    description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 0;

    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

static cudaTextureObject_t texture_of_bytes(unsigned char* memory, size_t bytes)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    resource.res.linear.sizeInBytes = bytes;

    cudaTextureDesc description = {};
    description.readMode = cudaReadModeNormalizedFloat;

    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

static float bilinear_host(const std::vector<float>& image, int width, int height, float x, float y)
{
    const int x0 = (int)std::floor(x - 0.5f), y0 = (int)std::floor(y - 0.5f);
    const float a = x - 0.5f - x0, b = y - 0.5f - y0;
    const auto texel = [&](int i, int j) {
        return image[std::min(std::max(j, 0), height - 1) * width + std::min(std::max(i, 0), width - 1)];
    };
    return (1 - a) * (1 - b) * texel(x0, y0) + a * (1 - b) * texel(x0 + 1, y0)
         + (1 - a) * b * texel(x0, y0 + 1) + a * b * texel(x0 + 1, y0 + 1);
}

static int check_enlarge(int width, int height)
{
    std::vector<float> image(width * height);
    for (int i = 0; i < width * height; ++i)
        image[i] = float(i * 29 % 64);

    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channel, width, height));
    const size_t row = width * sizeof(float);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), row, row, height, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = texture_of_array(array);

    const int w = 2 * width, h = 2 * height;
    float* d_out;
    CHECK(cudaMalloc(&d_out, w * h * sizeof(float)));
    const dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    enlarge<<<grid, block>>>(texture, d_out, w, h);
    CHECK(cudaGetLastError());
    std::vector<float> out(w * h);
    CHECK(cudaMemcpy(out.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const float expected = bilinear_host(image, width, height, 0.5f * x + 0.25f, 0.5f * y + 0.25f);
            wrong += !(std::fabs(out[y * w + x] - expected) < 0.01f);
        }
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(d_out));
    return wrong;
}

static int check_table(int count)
{
    unsigned char table[256];
    for (int i = 0; i < 256; ++i)
        table[i] = (unsigned char)(i * i / 255);
    std::vector<int> index(count);
    for (int i = 0; i < count; ++i)
        index[i] = i * 77 % 256;

    unsigned char* d_table;
    int* d_index;
    float* d_out;
    CHECK(cudaMalloc(&d_table, sizeof(table)));
    CHECK(cudaMalloc(&d_index, count * sizeof(int)));
    CHECK(cudaMalloc(&d_out, count * sizeof(float)));
    CHECK(cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_index, index.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = texture_of_bytes(d_table, sizeof(table));

    apply_table<<<(count + 127) / 128, 128>>>(texture, d_index, d_out, count);
    CHECK(cudaGetLastError());
    std::vector<float> out(count);
    CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += !(std::fabs(out[i] - table[index[i]] / 255.0f) < 1e-6f);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_index));
    CHECK(cudaFree(d_out));
    return wrong;
}

int main(int argc, char** argv)
{
    const int width = argc > 2 ? atoi(argv[1]) : 40;
    const int height = argc > 2 ? atoi(argv[2]) : 30;
    const int filtered = check_enlarge(width, height);
    const int fetched = check_table(width * height);
    const bool pass = filtered == 0 && fetched == 0;
    printf("%s texture %dx%d: %d filtered and %d fetched values wrong\n",
           pass ? "PASS" : "FAIL", width, height, filtered, fetched);
    return pass ? 0 : 1;
}
