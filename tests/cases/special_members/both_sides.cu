// What the host destroys and makes of the device's: nvcc keeps initialisers there and leaves out the bodies.
#include <cstddef>

namespace device {

template <typename T>
class Values {
  public:
    template <typename N>
    __device__ Values(N size);
    __host__ __device__ Values() : size_(0), data_(nullptr) {}
    __device__
    ~Values();

    std::size_t size_;
    T *data_;
};

struct Lane {
    __device__ Lane() : of(1) { of += threadIdx.x; }
    __device__ ~Lane() { atomicAdd(&seen, 1); }
    __device__ int Lane_() const { return of; }
    int of, seen = 0;
};

struct Mark { __device__ ~Mark() noexcept {} };

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
__device__
device::Values<T>::~Values() {
    delete[] data_;
}

__host__ __device__
device::Face::Face() :
        order{0},
        values{},
        lane{} {}

__global__ void fill(device::Face *faces) {
    device::Other other;
    other.of = 1;
    faces[threadIdx.x].order = device::Face().order + other.of;
}

void run(device::Face *faces) { fill<<<1, 32>>>(faces); }
