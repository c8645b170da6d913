/* As CMake and Meson ask, in C. */
char cufftPlan1d(void);
int main(int argc, char **argv) {
  (void)argv;
  return argc > 1 ? cufftPlan1d() : 0;
}
