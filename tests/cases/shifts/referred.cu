// Counts that change by way of references, of lvalues that an expression chooses, and of structured bindings.
struct Two { int a, b; };
__device__ void put(int& to, int x) { to = x; }
__global__ void by_reference(int* a) { int v = 3; int& r = v; r = a[0]; a[1] = 1 << v; }
__global__ void by_deduced(int* a) { int v = 3; auto&& r = v; r += a[0]; a[1] = 1 << v; }
__global__ void by_chosen_reference(int* a) { int v = 3; int& r = a[0] > 2 ? v : a[5]; r = a[0]; a[1] = 1 << v; }
__global__ void captured(int* a) { int v = 3; auto f = [&r = v, a] { r = a[0]; }; f(); a[1] = 1 << v; }
__global__ void chosen(int* a) { int v = 3, w = 4; (a[2] ? v : w) = a[0]; a[1] = 1 << v; }
__global__ void behind_a_comma(int* a) { int v = 3; (a[2] = 1, v) = a[0]; a[1] = 1 << v; }
__global__ void stepped(int* a) { int v = 3, w = 4; ++(a[2] ? v : w); a[1] = 1 << v; }
__global__ void handed(int* a) { int v = 3, w = 4; put(a[2] ? v : w, a[0]); a[1] = 1 << v; }
__global__ void to_a_lambda(int* a) { int v = 3; [&](int& t) { t = a[0]; }(v); a[1] = 1 << v; }
__global__ void bound(int* a) { Two t{3, 4}; t.a = a[0]; auto [x, y] = t; a[1] = 1 << x; }
__global__ void under_a_condition(int* a) { int v = a[0]; if (v >= 0 && v < 32) { put(v, a[1]); a[2] = 1 << v; } }
__global__ void behind_a_return(int* a) { int v = a[0]; if (v < 0 || v > 31) return; int& r = v; r = a[1]; a[2] = 1 << v; }
__global__ void called(int* a) { int v = a[0]; auto f = [&] { v = a[1]; }; if (v >= 0 && v < 32) { f(); a[2] = 1 << v; } }
__global__ void shared(int* a) { __shared__ int s; s = a[0]; if (s >= 0 && s < 32) { __syncthreads(); a[2] = 1 << s; } }
__global__ void asked(int* a) { int v = a[0]; if (v >= 0 && v < 32) a[2] = 1 << v; }
__global__ void known(int* a) { int v = 3, w = v; a[1] = 1 << (w + min(v, 4)); }
