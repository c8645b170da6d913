#define main sample_main
#include "../../../samples/warp_ops.cu"
#undef main
#include "../compare.h"

int main()
{
    const int blocks = 256, n = blocks * THREADS;
    int *in = bench::zeros<int>(n), *scan = bench::zeros<int>(n), *sums = bench::zeros<int>(blocks);
    int *scan_b = bench::zeros<int>(n), *sums_b = bench::zeros<int>(blocks);
    double *largest = bench::zeros<double>(n), *largest_b = bench::zeros<double>(n);
    for (int i = 0; i < n; ++i)
        in[i] = i * 53 % 101 - 20;
    return bench::compare("warp_ops", [=] { scan_and_reduce<<<blocks, THREADS>>>(in, scan, largest, sums); }, [=] {
        for (int k = 0; k < blocks; ++k)
            sums_b[k] = 0;
        for (int first = 0; first < n; first += 32) {
            int sum = 0, most = in[first];
            for (int i = first; i < first + 32; ++i) {
                scan_b[i] = sum += in[i];
                most = in[i] > most ? in[i] : most;
            }
            for (int i = first; i < first + 32; ++i)
                largest_b[i] = most * 0.5;
            sums_b[first / THREADS] += sum;
        }
    }, scan, scan_b, n);
}
