// A program's own macros of these names stay its own.
#undef __builtin_align__
#define __builtin_align__(n) alignas(n)
#ifndef __device_builtin__
#define __device_builtin__
#endif

struct __builtin_align__(16) quad {
    unsigned int x, y, z, w;
};
