// References that use images, for an architecture that has them: names alone change.
texture<float, 2, cudaReadModeElementType> image;        // want [texture] 'image' stays .* its dimension is 2
texture<float, cudaTextureType3D> volume;                // want [texture] its dimension is cudaTextureType3D
texture<float, 1> line;                                  // want [texture] 'line' stays .* given to 'tex1D'
texture<float, 1> stored;                                // want [texture] given to 'cudaBindTextureToArray'

__global__ void read(float *out) {
  out[0] = tex2D(image, 0.5f, 0.5f) + tex3D(volume, 0.5f, 0.5f, 0.5f);
  out[1] = tex1D(line, 0.5f) + tex1Dfetch(stored, 1);
}

void bind(cudaArray_t array, void *memory, size_t bytes) {
  image.addressMode[1] = cudaAddressModeClamp;
  cudaBindTextureToArray(image, array);
  cudaBindTextureToArray(stored, array);
  cudaBindTexture(0, line, memory, bytes);
}
