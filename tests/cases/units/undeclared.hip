/* A function that C declares by its call is CUDA's where CUDA has the name: the linker brings it. */
int step(int);

int main(void) {
  hipSetDevice(0);
  hipSetDevice(1);
  return step(1) + hipDeviceSynchronize();
}
