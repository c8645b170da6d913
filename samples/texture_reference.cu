// Texture references, as CUDA had them until version 11: a gather from linear memory and a transposition
// of an image in an array.
//
// Exercises: texture<> at file scope, cudaBindTexture and cudaBindTextureToArray, tex1Dfetch and tex2D of a
// reference, cudaMemcpyToArray, cudaThreadSynchronize. CUDA 12 and later refuse this file.
//
// Usage: texture_reference [width height]

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 8

texture<float, 1, cudaReadModeElementType> values_tex;
texture<float, 2, cudaReadModeElementType> image_tex;

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}

__global__ void gather(const int *index, float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch(values_tex, index[i]);
}

__global__ void transpose(float *out, int width, int height)
{
    int x = blockIdx.x * BLOCK + threadIdx.x;
    int y = blockIdx.y * BLOCK + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = tex2D(image_tex, x + 0.5f, y + 0.5f);
}

int main(int argc, char **argv)
{
    int width = argc > 2 ? atoi(argv[1]) : 37;
    int height = argc > 2 ? atoi(argv[2]) : 22;
    int count = width * height;
    size_t bytes = count * sizeof(float);

    float *image = (float *)malloc(bytes);
    int *index = (int *)malloc(count * sizeof(int));
    float *gathered = (float *)malloc(bytes);
    float *transposed = (float *)malloc(bytes);
    for (int i = 0; i < count; i++) {
        image[i] = 0.5f * i;
        index[i] = (i * 13 + 5) % count;
    }

    float *d_values, *d_out;
    int *d_index;
    check(cudaMalloc((void **)&d_values, bytes), "values");
    check(cudaMalloc((void **)&d_out, bytes), "out");
    check(cudaMalloc((void **)&d_index, count * sizeof(int)), "index");
    check(cudaMemcpy(d_values, image, bytes, cudaMemcpyHostToDevice), "copy values");
    check(cudaMemcpy(d_index, index, count * sizeof(int), cudaMemcpyHostToDevice), "copy index");

    check(cudaBindTexture(0, values_tex, d_values, bytes), "bind values");
    gather<<<(count + 63) / 64, 64>>>(d_index, d_out, count);
    check(cudaThreadSynchronize(), "gather");
    check(cudaMemcpy(gathered, d_out, bytes, cudaMemcpyDeviceToHost), "copy gathered");
    check(cudaUnbindTexture(values_tex), "unbind values");

    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray *array;
    check(cudaMallocArray(&array, &channel, width, height), "array");
    check(cudaMemcpyToArray(array, 0, 0, image, bytes, cudaMemcpyHostToDevice), "copy to array");
    image_tex.addressMode[0] = cudaAddressModeClamp;
    image_tex.addressMode[1] = cudaAddressModeClamp;
    image_tex.filterMode = cudaFilterModePoint;
    image_tex.normalized = false;
    check(cudaBindTextureToArray(image_tex, array, channel), "bind image");
    dim3 block(BLOCK, BLOCK);
    dim3 grid((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK);
    transpose<<<grid, block>>>(d_out, width, height);
    check(cudaThreadSynchronize(), "transpose");
    check(cudaMemcpy(transposed, d_out, bytes, cudaMemcpyDeviceToHost), "copy transposed");
    check(cudaUnbindTexture(image_tex), "unbind image");

    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += gathered[i] != image[index[i]];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += transposed[x * height + y] != image[y * width + x];
    printf("%s texture_reference %dx%d: %d values wrong\n", wrong ? "FAIL" : "PASS", width, height, wrong);

    check(cudaFreeArray(array), "free");
    check(cudaFree(d_values), "free");
    check(cudaFree(d_out), "free");
    check(cudaFree(d_index), "free");
    free(image);
    free(index);
    free(gathered);
    free(transposed);
    return wrong ? 1 : 0;
}
