// 1-D fetches of linear memory: a bound symbol, a rebound one, an unbound one, and a texture object.
#include "../../templates/hip/texture.h"
#include "check.h"

__constant__ retarget_hip::linear_texture<float> numbers;
static __constant__ retarget_hip::linear_texture<int2, hipTextureType1D, hipReadModeElementType> pairs;
__constant__ retarget_hip::linear_texture<unsigned char, hipTextureType1D, hipReadModeNormalizedFloat> bytes;
__constant__ retarget_hip::linear_texture<short4, hipTextureType1D, hipReadModeNormalizedFloat> shorts;

__global__ void fetch_normalized(hipTextureObject_t shorts_object, hipTextureObject_t bytes_object) {
  EXPECT(tex1Dfetch(bytes, 0) == 0.0f && tex1Dfetch(bytes, 1) == 1.0f && tex1Dfetch(bytes, 2) == 51.0f / 255.0f);
  EXPECT(tex1Dfetch(bytes, 4) == 0.0f && tex1Dfetch(bytes, -1) == 0.0f);
  const float4 first = tex1Dfetch(shorts, 0);
  EXPECT(first.x == 1.0f && first.y == -1.0f && first.z == -1.0f && first.w == 0.0f);
  EXPECT(retarget_hip::tex1Dfetch<float>(bytes_object, 1) == 1.0f);
  EXPECT(retarget_hip::tex1Dfetch<float>(bytes_object, 2) == 51.0f / 255.0f);
  EXPECT(retarget_hip::tex1Dfetch<float>(bytes_object, 4) == 0.0f);
  const float4 same = retarget_hip::tex1Dfetch<float4>(shorts_object, 0);
  EXPECT(same.x == 1.0f && same.y == -1.0f && same.z == -1.0f && same.w == 0.0f);
}

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

  const unsigned char small[4] = {0, 255, 51, 1};
  const short wide[4] = {32767, -32767, -32768, 0};
  EXPECT(hipMemcpy(device, small, sizeof(small), hipMemcpyHostToDevice) == hipSuccess);
  EXPECT(hipMemcpy(device_pairs, wide, sizeof(wide), hipMemcpyHostToDevice) == hipSuccess);
  EXPECT(hipBindTexture(nullptr, bytes, device, sizeof(small)) == hipSuccess);
  EXPECT(hipBindTexture(nullptr, shorts, device_pairs, sizeof(wide)) == hipSuccess);
  hipTextureObject_t of_shorts = nullptr;
  description.readMode = hipReadModeNormalizedFloat;
  resource.res.linear.sizeInBytes = sizeof(small);
  resource.res.linear.desc = hipChannelFormatDesc{8, 0, 0, 0, hipChannelFormatKindUnsigned};
  EXPECT(retarget_hip::hipCreateTextureObject(&object, &resource, &description, nullptr) == hipSuccess);
  resource.res.linear.devPtr = device_pairs;
  resource.res.linear.sizeInBytes = sizeof(wide);
  resource.res.linear.desc = hipChannelFormatDesc{16, 16, 16, 16, hipChannelFormatKindSigned};
  EXPECT(retarget_hip::hipCreateTextureObject(&of_shorts, &resource, &description, nullptr) == hipSuccess);
  fetch_normalized<<<1, 1>>>(of_shorts, object);
  EXPECT(retarget_hip::hipDestroyTextureObject(object) == hipSuccess);
  EXPECT(retarget_hip::hipDestroyTextureObject(of_shorts) == hipSuccess);
  resource.resType = hipResourceTypeArray;
  EXPECT(retarget_hip::hipCreateTextureObject(&object, &resource, &description, nullptr) == hipErrorNotSupported);
  return report("texture");
}
