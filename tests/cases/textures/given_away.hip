// References of which more is asked than loads, or that are no plain variables: they stay what they are.
#include <hip/hip_runtime.h>
texture<float, 1> looked_up;    // want [texture] given to 'cudaGetTextureReference'
texture<float, 1> passed;       // want [texture] given to 'bind_to'
texture<float, 1> copied;       // want [texture] does not understand
texture<float, 1> filtered;     // want [texture] its member 'mipmapFilterMode' is used
typedef texture<float, 1> row;  // want [texture] no plain variable at file scope
#define ROW(name) texture<float, 1> name  // want [texture] a macro declares it
ROW(declared_by_macro);

void bind_to(texture<float, 1> &any, float *memory) {  // want [texture] no plain variable
  hipBindTexture(0, any, memory, 16);
}

__global__ void read(float *out) { out[0] = tex1Dfetch(looked_up, 0) + tex1Dfetch(passed, 0); }

void bind(float *memory, const textureReference **found) {
  const textureReference *base = &copied;
  hipGetTextureReference(found, &looked_up);
  bind_to(passed, memory);
  filtered.mipmapFilterMode = base->filterMode;
}
