// Particles bouncing in a box: a program of several translation units.
//
// Exercises: device code in headers, a fragment that is only included, runtime calls in a .cpp file,
// functions shared by host and device, a build by make.
//
// Usage: particles [count steps]

#include <cmath>
#include <vector>

#include "common.h"
#include "vec.cuh"

static real bounce(real x, real& v, const Box& box)
{
    if (x < box.low || x > box.high) {
        v = -v;
        return 2 * (x < box.low ? box.low : box.high) - x;
    }
    return x;
}

int main(int argc, char** argv)
{
    const int count = argc > 2 ? std::atoi(argv[1]) : 1000;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
    const Box box = {-1, 1};
    const real dt = 0.125f;             // powers of two: every position is exact

    std::vector<real> x(3 * count), v(3 * count);
    for (int i = 0; i < 3 * count; ++i) {
        x[i] = (i * 37 % 129 - 64) / real(64);
        v[i] = (i * 11 % 65 - 32) / real(32);
    }

    Particles particles = allocate_particles(count);
    upload(particles, x.data(), v.data());
    for (int s = 0; s < steps; ++s)
        move_particles(particles, box, dt);
    const real energy = kinetic_energy(particles);
    std::vector<real> got_x(3 * count), got_v(3 * count);
    download(got_x.data(), got_v.data(), particles);
    free_particles(particles);

    double expected_energy = 0;
    int wrong = 0;
    for (int i = 0; i < 3 * count; ++i) {
        for (int s = 0; s < steps; ++s)
            x[i] = bounce(x[i] + dt * v[i], v[i], box);
        wrong += got_x[i] != x[i] || got_v[i] != v[i];
    }
    for (int i = 0; i < count; ++i) {
        const vec3 u = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
        expected_energy += dot(u, u) / 2;
    }
    const bool pass = wrong == 0 && std::fabs(energy - expected_energy) <= 1e-4 * expected_energy;
    std::printf("%s multifile %d particles, %d steps: %d coordinates wrong, energy %.3f\n",
                pass ? "PASS" : "FAIL", count, steps, wrong, energy);
    return pass ? 0 : 1;
}
