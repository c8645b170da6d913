/* As CMake and Meson ask, in C. */
char hipfftPlan1d(void);
int main(int argc, char **argv) {
  (void)argv;
  return argc > 1 ? hipfftPlan1d() : 0;
}
