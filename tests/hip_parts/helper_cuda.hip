// The samples' helpers: flags, timers, images, comparisons, error checks.
#include "../../templates/hip/helper_cuda.h"
#include "../../templates/hip/helper_functions.h"
#include "check.h"

#if !defined(COMMON_HELPER_CUDA_H_) || !defined(COMMON_HELPER_STRING_H_) || !defined(COMMON_HELPER_IMAGE_H_)
#error "the samples' own headers, where another header includes them, would define everything again"
#endif

enum LibraryStatus { LIBRARY_SUCCESS = 0, LIBRARY_FAILED = 7 };

static void flags() {
  const char* argv[] = {"program", "-n=12", "--Scale:2.5", "-file=a.txt", "--quiet", "plain"};
  EXPECT(checkCmdLineFlag(6, argv, "n") && checkCmdLineFlag(6, argv, "QUIET") && !checkCmdLineFlag(6, argv, "plain"));
  EXPECT(!checkCmdLineFlag(6, argv, "qui") && getCmdLineArgumentInt(6, argv, "n") == 12);
  EXPECT(getCmdLineArgumentFloat(6, argv, "scale") == 2.5f && getCmdLineArgumentInt(6, argv, "absent") == 0);
  char* text = nullptr;
  EXPECT(getCmdLineArgumentString(6, argv, "file", &text) && std::string(text) == "a.txt");
  EXPECT(!getCmdLineArgumentString(6, argv, "quiet", &text) && text == nullptr);
}

static void timer() {
  StopWatchInterface* watch = nullptr;
  EXPECT(sdkCreateTimer(&watch) && sdkStartTimer(&watch) && sdkStopTimer(&watch));
  EXPECT(sdkGetTimerValue(&watch) >= 0 && sdkGetAverageTimerValue(&watch) == sdkGetTimerValue(&watch));
  EXPECT(sdkResetTimer(&watch) && sdkGetTimerValue(&watch) == 0 && sdkDeleteTimer(&watch) && watch == nullptr);
}

static void images(const std::string& folder) {
  const std::string pgm = folder + "/t.pgm", ppm = folder + "/t.ppm", bin = folder + "/t.bin";
  unsigned char gray[6] = {0, 50, 100, 150, 200, 255};
  EXPECT(sdkSavePGM(pgm.c_str(), gray, 3, 2));
  float* pixels = nullptr;
  unsigned width = 0, height = 0;
  EXPECT(sdkLoadPGM(pgm.c_str(), &pixels, &width, &height) && width == 3 && height == 2 && pixels[5] == 1.0f);
  std::free(pixels);
  unsigned char color[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char* loaded = nullptr;
  unsigned char* three = nullptr;
  EXPECT(sdkSavePPM4ub(ppm.c_str(), color, 2, 1) && sdkLoadPPMub(ppm.c_str(), &three, &width, &height));
  EXPECT(three && three[3] == color[4] && compareDataAsFloatThreshold(color, color, 8, 0.0f, 0.0f));
  free(three);
  EXPECT(sdkSavePPM4ub(ppm.c_str(), color, 2, 1) && sdkLoadPPM4ub(ppm.c_str(), &loaded, &width, &height));
  EXPECT(width == 2 && loaded[4] == 5 && loaded[6] == 7 && sdkComparePPM(ppm.c_str(), ppm.c_str(), 1, 0));
  std::free(loaded);
  float values[3] = {1, 2, 3}, close[3] = {1, 2, 3.001f};
  sdkDumpBin(values, sizeof(values), bin.c_str());
  EXPECT(sdkCompareBin2BinFloat(bin.c_str(), bin.c_str(), 3, 1e-6f, 0));
  EXPECT(sdkCompareL2fe(values, close, 3, 1e-3f) && !sdkCompareL2fe(values, close, 3, 1e-5f));
  EXPECT(compareData(values, close, 3, 0.01f, 0) && !compareData(values, close, 3, 1e-4f, 0.1f));
  float* read = nullptr;
  EXPECT(sdkWriteFile(bin.c_str(), values, 3, 0.5f, false));
  unsigned count = 0;
  EXPECT(sdkReadFile(bin.c_str(), &read, &count, true) && count == 3 && read[2] == 3.0f);
  char* found = sdkFindFilePath("t.pgm", (folder + "/program").c_str());
  EXPECT(found != nullptr && sdkFindFilePath("no such file", "program") == nullptr);
  std::free(found);
  std::free(read);
}

int main(int argc, char** argv) {
  flags();
  timer();
  images(argc > 1 ? argv[1] : P_tmpdir);
  checkCudaErrors(hipSuccess);
  checkCudaErrors(LIBRARY_SUCCESS);
  EXPECT(ftoi(-1.6f) == -2 && MAX(1, 2) == 2 && _ConvertSMVer2Cores(7, 0) == 64);
  unsigned threads = 0;
  getCudaAttribute(&threads, hipDeviceAttributeMaxThreadsPerBlock, 0);
  EXPECT(threads >= 256);
  EXPECT(findCudaDevice(1, const_cast<const char**>(argv)) == 0);
  getLastCudaError("nothing failed");
  return report("helper_cuda");
}
