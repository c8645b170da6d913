#define main sample_main
#include "../../../samples/texture.cu"
#undef main
#include "../compare.h"

int main()
{
    const int edge = 128, wide = 2 * edge;
    std::vector<float> image(edge * edge);
    for (int i = 0; i < edge * edge; ++i)
        image[i] = float(i * 29 % 64);
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channel, edge, edge));
    const size_t row = edge * sizeof(float);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), row, row, edge, cudaMemcpyHostToDevice));
    const cudaTextureObject_t texture = texture_of_array(array);
    float *a = bench::zeros<float>(wide * wide), *b = bench::zeros<float>(wide * wide);
    const dim3 block(16, 16), grid(wide / 16, wide / 16);
    return bench::compare("texture", [=] { enlarge<<<grid, block>>>(texture, a, wide, wide); }, [&] {
        for (int y = 0; y < wide; ++y)
            for (int x = 0; x < wide; ++x)
                b[y * wide + x] = bilinear_host(image, edge, edge, 0.5f * x + 0.25f, 0.5f * y + 0.25f);
    }, a, b, wide * wide);
}
