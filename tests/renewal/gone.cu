// What has no successor is told, with what to do.
__global__ void kernel(int* p) { *p = 1; }

int main() {
  cudaDeviceProp wanted = cudaDevicePropDontCare;
  int device;
  cudaChooseDevice(&device, &wanted);
  double d = 1;
  cudaSetDoubleForDevice(&d);  // want [no-counterpart] every device has double precision
#if CUDART_VERSION < 7000
  cudaConfigureCall(1, 1);  // want [no-counterpart] launch with kernel<<<
#endif
}
