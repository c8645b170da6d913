#define main sample_main
#include "../../../samples/multifile/kernels.cu"
#undef main
#include "../compare.h"

int main()
{
    const int count = 100000;
    const Box box = {-1, 1};
    const Particles a = {count, bench::numbers<real>(3 * count), bench::numbers<real>(3 * count)};
    const Particles b = {count, bench::numbers<real>(3 * count), bench::numbers<real>(3 * count)};
    return bench::compare("multifile", [=] { move_particles(a, box, 0.125f); }, [=] {
        for (int i = 0; i < 3 * count; ++i) {
            b.x[i] += 0.125f * b.v[i];
            reflect(b.x[i], b.v[i], box);
        }
    }, a.x, b.x, 3 * count);
}
