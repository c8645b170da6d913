// Every kind of texture and surface against values worked out by hand from CUDA's rules.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define N 40
static int failures = 0;

static void expect(const char* what, const float* got, std::vector<float> wanted) {
  for (size_t i = 0; i < wanted.size(); ++i)
    if (got[i] != wanted[i]) {
      printf("FAIL %s[%zu]: %.9g, not %.9g\n", what, i, got[i], wanted[i]);
      ++failures;
    }
}
static void check(cudaError_t error, int line) {
  if (error != cudaSuccess) {
    printf("FAIL line %d: %s\n", line, cudaGetErrorString(error));
    ++failures;
  }
}
#define CHECK(call) check(call, __LINE__)

texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
texture<short, 1, cudaReadModeElementType> shorts;

__global__ void lines(cudaTextureObject_t t, const float* x, float* out) { out[threadIdx.x] = tex1D<float>(t, x[threadIdx.x]); }
__global__ void planes(cudaTextureObject_t t, const float* x, float* out) {
  out[threadIdx.x] = tex2D<float>(t, x[2 * threadIdx.x], x[2 * threadIdx.x + 1]);
}
__global__ void volumes(cudaTextureObject_t t, const float* x, float* out) {
  const int i = 3 * threadIdx.x;
  out[threadIdx.x] = tex3D<float>(t, x[i], x[i + 1], x[i + 2]);
}
__global__ void layers(cudaTextureObject_t t, const float* x, float* out) {
  const int i = 3 * threadIdx.x;
  out[threadIdx.x] = tex2DLayered<float>(t, x[i], x[i + 1], (int)x[i + 2]);
}
__global__ void cubes(cudaTextureObject_t t, const float* x, float* out) {
  const int i = 3 * threadIdx.x;
  out[threadIdx.x] = texCubemap<float>(t, x[i], x[i + 1], x[i + 2]);
}
__global__ void references(float* out) {
  const float4 c = tex2D(colours, 1.5f, 0.5f);
  out[0] = c.x, out[1] = c.y, out[2] = c.z, out[3] = c.w;
  out[4] = tex1Dfetch(shorts, 1);
  out[5] = tex1Dfetch(shorts, 99);
}
__global__ void integers(cudaTextureObject_t t, float* out) {
  const char2 v = tex2D<char2>(t, 1, 1);
  out[0] = v.x, out[1] = v.y;
}
__global__ void halves(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.5f); }
__global__ void drawn(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(10.0f * y + x, s, x * (int)sizeof(float), y);
}
__global__ void seen(cudaSurfaceObject_t s, float* out) {
  float value;
  surf2Dread(&value, s, 2 * (int)sizeof(float), 1);
  out[0] = value;
  surf2Dread(&value, s, 3 * (int)sizeof(float), 1, cudaBoundaryModeTrap);
  out[1] = value;
  value = 1;
  surf2Dread(&value, s, -4, 1, cudaBoundaryModeZero);
  out[2] = value;
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                      bool normalised, float border = 0) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  for (int i = 0; i < 3; ++i) how.addressMode[i] = mode;
  how.filterMode = filter;
  how.normalizedCoords = normalised;
  how.borderColor[0] = border;
  cudaTextureObject_t made = 0;
  CHECK(cudaCreateTextureObject(&made, &resource, &how, nullptr));
  return made;
}

int main() {
  float *x, *out;
  CHECK(cudaMallocManaged(&x, 3 * N * sizeof(float)));
  CHECK(cudaMallocManaged(&out, N * sizeof(float)));
  const auto run = [&](void (*kernel)(cudaTextureObject_t, const float*, float*), cudaTextureObject_t t,
                       std::vector<float> at, unsigned count) {
    memcpy(x, at.data(), at.size() * sizeof(float));
    kernel<<<1, count>>>(t, x, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(t));
  };

  const float four[4] = {1, 2, 4, 8};
  cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
  cudaArray_t line;
  CHECK(cudaMallocArray(&line, &real, 4));
  CHECK(cudaMemcpy2DToArray(line, 0, 0, four, sizeof four, sizeof four, 1, cudaMemcpyHostToDevice));
  const auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
  run(lines, texture_of(line, cudaAddressModeClamp, point, false), {-3, 0.99f, 1, 3.5f, 9}, 5);
  expect("clamp", out, {1, 1, 2, 8, 8});
  run(lines, texture_of(line, cudaAddressModeWrap, point, true), {-0.25f, 0.3f, 1.0f, 2.6f}, 4);
  expect("wrap", out, {8, 2, 1, 4});
  run(lines, texture_of(line, cudaAddressModeMirror, point, true), {-0.1f, 0.9f, 1.1f, 1.9f, 2.1f}, 5);
  expect("mirror", out, {1, 8, 8, 1, 1});
  run(lines, texture_of(line, cudaAddressModeBorder, point, false, 7), {-0.5f, 0.5f, 4}, 3);
  expect("border", out, {7, 1, 7});
  // 1.501 lies 1.001 from the first centre: a weight of 256/256 * 0.001 rounds to 0; 1.75 gives 1/4.
  run(lines, texture_of(line, cudaAddressModeClamp, linear, false), {1.5f, 1.501f, 1.75f, 2, 0.1f, 4, 1.502f}, 7);
  expect("linear", out, {2, 2, 2.5f, 3, 1, 8, 2 + 2 / 256.0f});
  run(lines, texture_of(line, cudaAddressModeWrap, linear, true), {0, 1, 0.125f}, 3);
  expect("linear wrap", out, {4.5f, 4.5f, 1});
  run(lines, texture_of(line, cudaAddressModeBorder, linear, false), {0, 4}, 2);
  expect("linear border", out, {0.5f, 4});
  CHECK(cudaFreeArray(line));

  std::vector<float> many(4 * 3 * 2);
  for (size_t i = 0; i < many.size(); ++i) many[i] = float(i);
  cudaArray_t plane, volume, layered, cube;
  CHECK(cudaMallocArray(&plane, &real, 4, 3));
  CHECK(cudaMemcpyToArray(plane, 0, 0, many.data(), 12 * sizeof(float), cudaMemcpyHostToDevice));
  run(planes, texture_of(plane, cudaAddressModeClamp, linear, false), {1, 1, 2.5f, 1.5f, 2.75f, 2}, 3);
  expect("plane", out, {2.5f, 6, 8.25f});
  const auto boxed = [&](cudaArray_t to) {
    cudaMemcpy3DParms p = {};
    cudaExtent extent = make_cudaExtent(4, 3, 2);
    p.srcPtr = make_cudaPitchedPtr(many.data(), 4 * sizeof(float), 4, 3);
    p.dstArray = to;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
  };
  CHECK(cudaMalloc3DArray(&volume, &real, make_cudaExtent(4, 3, 2), 0));
  CHECK(cudaMalloc3DArray(&layered, &real, make_cudaExtent(4, 3, 2), cudaArrayLayered));
  boxed(volume);
  boxed(layered);
  run(volumes, texture_of(volume, cudaAddressModeClamp, linear, false), {1.5f, 1.5f, 1, 2, 1, 0.75f}, 2);
  expect("volume", out, {11, 6.5f});
  run(layers, texture_of(layered, cudaAddressModeClamp, linear, false), {2, 1, 1, 0.5f, 2.5f, 0}, 2);
  expect("layers", out, {15.5f, 8});
  CHECK(cudaMalloc3DArray(&cube, &real, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
  {
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(many.data(), 2 * sizeof(float), 2, 2);
    p.dstArray = cube;
    p.extent = make_cudaExtent(2, 2, 6);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
  }
  run(cubes, texture_of(cube, cudaAddressModeClamp, point, true),
      {1, 0.5f, 0.5f, -1, 0.5f, 0.5f, 0.5f, 1, 0.5f, 0.5f, -1, 0.5f, 0.5f, 0.5f, 1, 0.5f, 0.5f, -1}, 6);
  expect("cube", out, {0, 5, 11, 13, 17, 20});

  const uchar4 pixels[2] = {{0, 1, 2, 3}, {255, 51, 102, 0}};
  cudaChannelFormatDesc bytes = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t image;
  CHECK(cudaMallocArray(&image, &bytes, 2, 1));
  CHECK(cudaMemcpy2DToArray(image, 0, 0, pixels, sizeof pixels, sizeof pixels, 1, cudaMemcpyHostToDevice));
  colours.filterMode = cudaFilterModeLinear;
  colours.normalized = 0;
  CHECK(cudaBindTextureToArray(colours, image, bytes));
  short* two;
  CHECK(cudaMallocManaged(&two, 2 * sizeof(short)));
  two[1] = -300;
  CHECK(cudaBindTexture(nullptr, shorts, two, 2 * sizeof(short)));
  references<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize());
  expect("references", out, {1, 0.2f, 0.4f, 0, -300, 0});
  CHECK(cudaUnbindTexture(colours));
  CHECK(cudaUnbindTexture(shorts));

  char2* rows;
  size_t pitch;
  CHECK(cudaMallocPitch((void**)&rows, &pitch, 2 * sizeof(char2), 2));
  const char2 small[4] = {{1, 2}, {3, 4}, {5, 6}, {-7, 8}};
  CHECK(cudaMemcpy2D(rows, pitch, small, 2 * sizeof(char2), 2 * sizeof(char2), 2, cudaMemcpyHostToDevice));
  cudaResourceDesc pitched = {};
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = rows;
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<char2>();
  pitched.res.pitch2D.width = pitched.res.pitch2D.height = 2;
  pitched.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc plain = {};
  cudaTextureObject_t table;
  CHECK(cudaCreateTextureObject(&table, &pitched, &plain, nullptr));
  integers<<<1, 1>>>(table, out);
  CHECK(cudaDeviceSynchronize());
  expect("integers", out, {-7, 8});
  plain.filterMode = cudaFilterModeLinear;  // integers cannot be filtered
  if (cudaCreateTextureObject(&table, &pitched, &plain, nullptr) == cudaSuccess) ++failures, puts("FAIL filtered integers");
  cudaGetLastError();

  const unsigned short raw[3] = {0x3c00, 0xc100, 0x0001};  // 1, -2.5, the least half
  cudaChannelFormatDesc half = cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t words;
  CHECK(cudaMallocArray(&words, &half, 3));
  CHECK(cudaMemcpy2DToArray(words, 0, 0, raw, sizeof raw, sizeof raw, 1, cudaMemcpyHostToDevice));
  halves<<<1, 3>>>(texture_of(words, cudaAddressModeClamp, point, false), out);
  CHECK(cudaDeviceSynchronize());
  expect("halves", out, {1, -2.5f, std::ldexp(1.0f, -24)});

  cudaArray_t canvas;
  CHECK(cudaMallocArray(&canvas, &real, 4, 3, cudaArraySurfaceLoadStore));
  cudaResourceDesc drawable = {};
  drawable.resType = cudaResourceTypeArray;
  drawable.res.array.array = canvas;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &drawable));
  drawn<<<1, dim3(4, 3)>>>(surface);
  seen<<<1, 1>>>(surface, out);
  float back[6] = {};
  CHECK(cudaMemcpy2DFromArray(back, 2 * sizeof(float), canvas, sizeof(float), 1, 2 * sizeof(float), 2,
                              cudaMemcpyDeviceToHost));
  expect("surface", out, {12, 13, 0});
  expect("back", back, {11, 12, 21, 22, 0, 0});
  CHECK(cudaDestroySurfaceObject(surface));
  printf("%s textures: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
