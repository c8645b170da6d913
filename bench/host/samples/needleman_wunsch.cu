#define main sample_main
#include "../../../samples/needleman_wunsch.cu"
#undef main
#include "../compare.h"

int main()
{
    const int length = 512, tiles = length / EDGE, gap = 3;
    const size_t pitch = length + 1;
    const auto a = random_sequence(length, 7), b = random_sequence(length, 11);
    const unsigned char *letters_a = bench::managed(a), *letters_b = bench::managed(b);
    std::vector<int> expected(pitch * pitch, 0);
    for (int i = 0; i <= length; ++i)
        expected[i] = expected[i * pitch] = -i * gap;
    int *score = bench::managed(expected);
    cudaMemcpyToSymbol(similarity, host_similarity, sizeof(host_similarity));
    return bench::compare("needleman_wunsch", [=] {
        for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
            const int first = std::max(0, diagonal - tiles + 1), last = std::min(diagonal, tiles - 1);
            align_tiles<<<last - first + 1, EDGE>>>(score, letters_a, letters_b, length, gap, diagonal, first);
        }
    }, [&] { align_host(expected, a, b, length, gap); }, score, expected.data(), expected.size());
}
