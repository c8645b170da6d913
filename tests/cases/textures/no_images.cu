// retarget: --arch gfx90a,gfx942
// References and surfaces that an architecture without images cannot have; an inactive branch is only warned of.
texture<float, 2> image;    // want [texture] 'image' needs images, which gfx942 lacks: its dimension is 2
texture<float, 1> line;     // want [texture] 'line' needs images, .* given to 'tex1D'
texture<float, 1> values;   // want [texture] 'values' is read by plain loads
#ifdef WITH_VOLUME
texture<float, 3> volume;   // want [texture] 'volume' needs images
#endif

__global__ void read(float *out, cudaSurfaceObject_t surface) {
  out[0] = tex2D(image, 0.5f, 0.5f) + tex1D(line, 0.5f) + tex1Dfetch(values, 0);
  surf2Dwrite(out[0], surface, 0, 0);  // want [texture] 'surf2Dwrite' needs images
}
