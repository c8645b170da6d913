#define main sample_main
#include "../../../samples/nbody.cu"
#undef main
#include "../compare.h"

int main()
{
    constexpr int tile = 128;
    const Params p = {1024, 0.01f, 0.01f};
    const std::vector<float4> start(p.bodies, make_float4(0, 0, 0, 0));
    std::vector<float4> bodies;
    for (int i = 0; i < p.bodies; ++i)
        bodies.push_back(make_float4(i % 13, i % 29, i % 31, 0.01f * (i % 3)));
    const float4 *in = bench::managed(bodies);
    float4 *a = bench::managed(start), *b = bench::managed(start), *va = bench::managed(start), *vb = bench::managed(start);
    return bench::compare("nbody", [=] { advance<tile><<<p.bodies / tile, tile>>>(in, a, va, p); }, [=] {
        for (int i = 0; i < p.bodies; ++i) {
            float ax = 0, ay = 0, az = 0;
            for (int j = 0; j < p.bodies; ++j) {
                const float x = in[j].x - in[i].x, y = in[j].y - in[i].y, z = in[j].z - in[i].z;
                const float inverse = 1 / sqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, p.softening2))));
                const float s = in[j].w * inverse * inverse * inverse;
                ax = fmaf(s, x, ax);
                ay = fmaf(s, y, ay);
                az = fmaf(s, z, az);
            }
            vb[i].x += ax * p.dt;
            vb[i].y += ay * p.dt;
            vb[i].z += az * p.dt;
            b[i] = make_float4(in[i].x + vb[i].x * p.dt, in[i].y + vb[i].y * p.dt, in[i].z + vb[i].z * p.dt, in[i].w);
        }
    }, &a->x, &b->x, 4 * p.bodies);
}
