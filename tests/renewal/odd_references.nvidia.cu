// Declarations that are no plain variables are told.
typedef texture<float, 2> Image;  // want [texture-reference] CUDA 13 has no texture references, and this one stays
#define DECLARE(name) texture<int, 1> name  // want [texture-reference] a macro declares it
texture<float, 2> linear(0, cudaFilterModeLinear, cudaAddressModeClamp);  // want [texture-reference] declare it as

int main() {
  const textureReference* found;  // want [no-counterpart] 'textureReference' has no counterpart in CUDA 13
  return cudaGetTextureReference(&found, nullptr);  // want [no-counterpart] make a texture object
}
