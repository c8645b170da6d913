// 1-D fetches of linear memory: a bound symbol, a rebound one, an unbound one, and a texture object.
#include "../../templates/hip/texture.h"
#include "check.h"

__constant__ retarget_hip::linear_texture<float> numbers;
static __constant__ retarget_hip::linear_texture<int2, hipTextureType1D, hipReadModeElementType> pairs;

__global__ void fetch(float first, int count) {
  for (int i = 0; i < count; ++i) EXPECT(tex1Dfetch(numbers, i) == first + i);
  EXPECT(tex1Dfetch(numbers, -1) == 0.0f && tex1Dfetch(numbers, count) == 0.0f);
  EXPECT(tex1Dfetch(pairs, 1).y == 4 && tex1Dfetch(pairs, 2).x == 0);
}

__global__ void fetch_object(hipTextureObject_t object) {
  EXPECT(retarget_hip::tex1Dfetch<float>(object, 3) == 13.0f && retarget_hip::tex1Dfetch<float>(object, 8) == 0.0f);
  float value = -1;
  retarget_hip::tex1Dfetch(&value, object, 7);
  EXPECT(value == 17.0f && retarget_hip::tex1Dfetch<float>(object, -2) == 0.0f);
}

int main() {
  float values[8];
  const int2 two[2] = {make_int2(1, 2), make_int2(3, 4)};
  for (int i = 0; i < 8; ++i) values[i] = 10.0f + i;
  float* device = nullptr;
  int2* device_pairs = nullptr;
  EXPECT(hipMalloc(reinterpret_cast<void**>(&device), sizeof(values)) == hipSuccess);
  EXPECT(hipMalloc(reinterpret_cast<void**>(&device_pairs), sizeof(two)) == hipSuccess);
  EXPECT(hipMemcpy(device, values, sizeof(values), hipMemcpyHostToDevice) == hipSuccess);
  EXPECT(hipMemcpy(device_pairs, two, sizeof(two), hipMemcpyHostToDevice) == hipSuccess);
  numbers.filterMode = hipFilterModePoint;
  numbers.addressMode[0] = hipAddressModeClamp;
  EXPECT(hipBindTexture(nullptr, numbers, device, sizeof(values)) == hipSuccess);
  EXPECT(hipBindTexture(nullptr, pairs, device_pairs, pairs.channelDesc, sizeof(two)) == hipSuccess);
  fetch<<<1, 1>>>(10.0f, 8);
  size_t offset = 1;
  EXPECT(hipBindTexture(&offset, numbers, device + 4, 4 * sizeof(float)) == hipSuccess && offset == 0);
  fetch<<<1, 1>>>(14.0f, 4);
  EXPECT(hipGetTextureAlignmentOffset(&offset, numbers) == hipSuccess && offset == 0);
  EXPECT(hipUnbindTexture(numbers) == hipSuccess);
  fetch<<<1, 1>>>(0.0f, 0);
  const hipChannelFormatDesc texel = {32, 0, 0, 0, hipChannelFormatKindFloat};
  EXPECT(hipBindTexture(NULL, &numbers, device, &texel, sizeof(values)) == hipSuccess);
  fetch<<<1, 1>>>(10.0f, 8);
  EXPECT(hipGetTextureAlignmentOffset(&offset, &numbers) == hipSuccess && offset == 0);
  EXPECT(hipUnbindTexture(&numbers) == hipSuccess);
  fetch<<<1, 1>>>(0.0f, 0);

  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = device;
  resource.res.linear.sizeInBytes = sizeof(values);
  hipTextureDesc description = {};
  hipTextureObject_t object = nullptr;
  EXPECT(retarget_hip::hipCreateTextureObject(&object, &resource, &description, nullptr) == hipSuccess);
  fetch_object<<<1, 1>>>(object);
  EXPECT(retarget_hip::hipDestroyTextureObject(object) == hipSuccess);
  resource.resType = hipResourceTypeArray;
  EXPECT(retarget_hip::hipCreateTextureObject(&object, &resource, &description, nullptr) == hipErrorNotSupported);
  return report("texture");
}
