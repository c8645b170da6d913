// What the host destroys and makes of the device's: nvcc keeps initialisers there and leaves out the bodies.
#include <hip/hip_runtime.h>
#include <cstddef>

namespace device {

template <typename T>
class Values {
  public:
    template <typename N>
    __device__ Values(N size);
    __host__ __device__ Values() : size_(0), data_(nullptr) {}
    __host__ __device__
    ~Values();

    std::size_t size_;
    T *data_;
};

struct Lane {
    __host__ __device__ Lane() : of(1) {
#ifdef __HIP_DEVICE_COMPILE__
 of += threadIdx.x; 
#endif
}
    __host__ __device__ ~Lane() {
#ifdef __HIP_DEVICE_COMPILE__
 atomicAdd(&seen, 1); 
#endif
}
    __device__ int Lane_() const { return of; }
    int of, seen = 0;
};

struct Mark { __host__ __device__ ~Mark() noexcept {} };

// Of the device's alone still: no function of both sides has one.
struct Other { __device__ ~Other() { of = 0; } int of; };

class Face {
  public:
    __host__ __device__ Face();
    int order;
    Values<float> values;
    Lane lane;
    Mark mark;
};

}  // namespace device

template <typename T>
template <typename N>
__device__ device::Values<T>::Values(N size) : size_(size), data_(new T[size]) {}

template <typename T>
__host__ __device__
device::Values<T>::~Values() {
#ifdef __HIP_DEVICE_COMPILE__
    delete[] data_;
#endif
}

__host__ __device__
device::Face::Face() :
        order{0},
        values{},
        lane{} {}

__global__ __launch_bounds__(32) void fill(device::Face *faces) {
    device::Other other;
    other.of = 1;
    faces[threadIdx.x].order = device::Face().order + other.of;
}

void run(device::Face *faces) { fill<<<1, 32>>>(faces); }
