// What no call shows: what the compiler's own constructors and assignments run.
// refused: member | thread(x=2) | 42 | no call shows that 'Seat' runs here
// refused: array_of_arrays | thread(x=2) | 43 | no call shows that 'Seat' runs here
// refused: beside_a_constructor | thread(x=2) | 44 | no call shows that 'Seat' runs here
// refused: listed | thread(x=2) | 45 | no call shows that 'Seat' runs here
// refused: base | thread(x=2) | 46 | no call shows that 'Seat' runs here
// refused: copied | thread(x=2) | 47 | no call shows that 'Copied' runs here
// refused: copied_itself | thread(x=2) | 48 | no call shows that 'Copied' runs here
// refused: passed | thread(x=2) | 40 | no call shows that 'Copied' runs here
// refused: captured | thread(x=2) | 50 | no call shows that 'Copied' runs here
// refused: made_in_a_capture | thread(x=2) | 51 | no call shows that 'Seat' runs here
// refused: assigned | thread(x=2) | 52 | no call shows that 'operator=' runs here
// refused: in_memory | thread(x=2) | 53 | no call shows that 'operator=' runs here
// refused: taken | thread(x=2) | 54 | no call shows that 'Taking' runs here
// refused: on_the_heap | thread(x=2) | 55 | no call shows that 'Seat' runs here
// refused: given_a_value | thread(x=2) | 56 | no call shows that 'Seat' runs here
// refused: of_a_class_template | thread(x=2) | 34 | no call shows that 'Seat' runs here
// refused: in_its_method | thread(x=2) | 35 | no call shows that 'Seat' runs here
// refused: of_its_base | thread(x=2) | 36 | no call shows that 'Seat' runs here
// refused: of_its_bases_members | thread(x=2) | 60 | no call shows that 'Seat' runs here
#include <cuda_runtime.h>

struct Seat { int t; __device__ Seat() : t(threadIdx.x + blockIdx.x) {} __device__ Seat(int x) : t(x + threadIdx.x) {} };
struct Copied { int t; __device__ Copied(int x) : t(x) {} __device__ Copied(const Copied& o) : t(o.t + threadIdx.x) {} };
struct Assigned { int t; __device__ Assigned& operator=(const Assigned& o) { t = o.t + threadIdx.x; return *this; } };
struct Taking { int t; __device__ Taking(int x) : t(x) {} __device__ Taking(Taking&& o) : t(o.t) { o.t = 0; } };
struct Wrap { Seat seat; int n; };
struct Rows { Seat seats[2][2]; };
struct Written { Seat seat; int n; __device__ Written(int x) : n(x) {} };
struct Derived : Seat { int n; };
struct Around { Copied inside; };
struct Holds { Assigned inside; };
template <class T> struct Given { T made = 3; int n; };
template <class T> struct Held { T made; __device__ Held(int x) : made(x) {} };
template <class T> struct Asked { int n; __device__ Asked(int x) : n(x) {} __device__ int get(int x) const { return T(x).t; } };
template <class T> struct Base { T made; __device__ Base() : made(4) {} };
template <class T> struct Above : Base<T> { int n; };
template <class T> struct Inner { T made; };
template <class T> struct Outer : Inner<T> { int n; };
__device__ int by_value(Around p) { return p.inside.t; }

__global__ void member(int* out, int n) { Wrap w; out[threadIdx.x] = w.seat.t; }
__global__ void array_of_arrays(int* out, int n) { Rows w; out[threadIdx.x] = w.seats[1][0].t; }
__global__ void beside_a_constructor(int* out, int n) { Written w(n); out[threadIdx.x] = w.seat.t; }
__global__ void listed(int* out, int n) { Wrap w = {}; out[threadIdx.x] = w.seat.t; }
__global__ void base(int* out, int n) { Derived w; out[threadIdx.x] = w.t; }
__global__ void copied(int* out, int n) { Around w = {n}, u = w; out[threadIdx.x] = u.inside.t; }
__global__ void copied_itself(int* out, int n) { Copied w = n, u = w; out[threadIdx.x] = u.t; }
__global__ void passed(int* out, int n) { Around w = {n}; out[threadIdx.x] = by_value(w); }
__global__ void captured(int* out, int n) { Around w = {n}; auto f = [w] { return w.inside.t; }; out[threadIdx.x] = f(); }
__global__ void made_in_a_capture(int* out, int n) { auto f = [w = Wrap()] { return w.seat.t; }; out[threadIdx.x] = f(); }
__global__ void assigned(int* out, int n) { Holds a, b; a.inside.t = n; b = a; out[threadIdx.x] = b.inside.t; }
__global__ void in_memory(int* out, Holds* all) { all[2] = all[1]; out[threadIdx.x] = 1; }
__global__ void taken(int* out, int n) { Taking w = n, u = static_cast<Taking&&>(w); out[threadIdx.x] = w.t + u.t; }
__global__ void on_the_heap(int* out, int n) { Wrap* w = new Wrap; out[threadIdx.x] = w->seat.t; delete w; }
__global__ void given_a_value(int* out, int n) { Given<Seat> w; out[threadIdx.x] = w.made.t; }
__global__ void of_a_class_template(int* out, int n) { Held<Seat> w(n); out[threadIdx.x] = w.made.t; }
__global__ void in_its_method(int* out, int n) { Asked<Seat> w(n); out[threadIdx.x] = w.get(n); }
__global__ void of_its_base(int* out, int n) { Above<Seat> w; out[threadIdx.x] = w.made.t; }
__global__ void of_its_bases_members(int* out, int n) { Outer<Seat> w; out[threadIdx.x] = w.made.t; }
