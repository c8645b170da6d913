// References that use images, for an architecture that has them: names alone change.
#include <hip/hip_runtime.h>
texture<float, 2, hipReadModeElementType> image;        // want [texture] 'image' stays .* its dimension is 2
texture<float, hipTextureType3D> volume;                // want [texture] its dimension is cudaTextureType3D
texture<float, 1> line;                                  // want [texture] 'line' stays .* given to 'tex1D'
texture<float, 1> stored;                                // want [texture] given to 'cudaBindTextureToArray'

__global__ void read(float *out) {
  out[0] = tex2D(image, 0.5f, 0.5f) + tex3D(volume, 0.5f, 0.5f, 0.5f);
  out[1] = tex1D(line, 0.5f) + tex1Dfetch(stored, 1);
}

void bind(hipArray_t array, void *memory, size_t bytes) {
  image.addressMode[1] = hipAddressModeClamp;
  hipBindTextureToArray(image, array);
  hipBindTextureToArray(stored, array);
  hipBindTexture(0, line, memory, bytes);
}
