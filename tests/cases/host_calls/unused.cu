#include <cstring>

#define DEVICE static __device__ __forceinline__

int halved(int x) { return x / 2; }

struct Name {
    const char* text;
    bool operator==(const Name& other) const { return std::strcmp(text, other.text) == 0; }
};

inline __device__ bool same(Name a, Name b) { return a == b; }

DEVICE bool is_first(const char* a) {
    for (int i = 0; i < 2; i++) {
        if (strcmp(a, "first")) return threadIdx.x == 0;
    }
    return false;
}

template <typename T>
__device__ T tripled(T x) { return x + halved(4); }

struct Half {
    __device__ int of(int x) const { return halved(x); }
    __device__ int later(int x);
};

__device__ inline int Half::later(int x) { return halved(x); }

inline __host__ __device__ int both(int x) { return halved(x); }

__global__ void set(int* p) { *p = 1; }

void run(int* p) { set<<<1, 1>>>(p); }

__device__ int flagged(double x) { return __signbit(x) | __isnan(x) << 1 | __finite(x) << 2; }
