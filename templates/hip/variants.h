// Which variant of a kernel runs, as the environment says: for choosing among variants, and for checking them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANTS_H
#define RETARGET_HIP_VARIANTS_H
#ifdef __cplusplus

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "granularity.h"
#include "rehearsal.h"

#if defined(__HIPCC__) || defined(__CUDA__) || defined(__CUDACC__) || defined(RETARGET_HOST)

namespace retarget {

// A launch's logical grid and block, for the file that RETARGET_LAUNCHES names.
inline std::string size_of(const Launch& launch) {
  char text[128];
  std::snprintf(text, sizeof text, " %u,%u,%u %u,%u,%u", launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                launch.block.y, launch.block.z);
  return text;
}

// The variants of a kernel that a text names, such as `lu=7,bfs=2+4+0`.
inline std::vector<int> named(const char* text, const char* kernel) {
  const std::size_t length = std::strlen(kernel);
  std::vector<int> found;
  for (const char* at = text; at; at = std::strchr(at, ',') ? std::strchr(at, ',') + 1 : nullptr) {
    if (std::strncmp(at, kernel, length) || at[length] != '=') continue;
    const char* number = at + length;
    do found.push_back(std::atoi(++number));
    while ((number = number + std::strspn(number, "0123456789"), *number == '+'));
    break;
  }
  return found;
}

// The number of the variant that RETARGET_VARIANT asks for, from 1 on; 0 is the original. `7` asks it of every kernel,
// counted round where there are fewer; `lu=7,bfs=2+4+0` of those named: several take turns, launch by launch of a size.
inline int chosen(const char* kernel, int variants, const Launch& launch) {
  const char* asked = std::getenv("RETARGET_VARIANT");
  if (!asked || variants < 1) return 0;
  if (!std::strchr(asked, '=')) {
    const int number = std::atoi(asked);
    return number < 1 ? 0 : (number - 1) % variants + 1;
  }
  std::vector<int> turns = named(asked, kernel);
  if (turns.empty()) return 0;
  static std::mutex* const mutex = new std::mutex;
  static auto* const counts = new std::map<std::string, std::size_t>;
  const std::lock_guard<std::mutex> lock(*mutex);
  const std::size_t n = turns.size(), count = n > 1 ? (*counts)[kernel + size_of(launch)]++ : 0;
  // Every n launches each has one turn, in an order of their own: work may come round with a period.
  std::minstd_rand random(unsigned(count / n + 1) * 48271u);
  std::shuffle(turns.begin(), turns.end(), random);
  const int turn = turns[count % n];
  return turn <= variants ? turn : 0;
}

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
#define RETARGET_RUNTIME(name) hip##name
#else
#define RETARGET_RUNTIME(name) cuda##name
#endif

// What ran, for the file that RETARGET_LAUNCHES names: kernel, variant, logical grid and block; variant 0 is the original,
// `-` in front of a number one that did not fit, `~` one that was rehearsed. With RETARGET_TIMES set, the milliseconds between two events around each
// launch, added up, and how many launches they are, written when the program ends or gives the device back.
class Launches {
 public:
  static Launches& all() {
    static Launches* const only = new Launches;  // outlives what programs destroy at their end
    return *only;
  }

  // A launch that runs: its name for the file, and the events around it.
  struct Pair {
    std::string what;
    Event first = nullptr, second = nullptr;
  };

  Pair begin(const char* kernel, int variant, bool fits, const Launch& launch) {
    if (!name_) return {};
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::string what = std::string(kernel) + (fits ? " " : " -") + std::to_string(variant) + size_of(launch);
    if (!timed_) {
      if (std::FILE* file = std::fopen(name_, "a")) {
        std::fprintf(file, "%s\n", what.c_str());
        std::fclose(file);
      }
      return {};
    }
    fits_ = fits;
    if (rehearsing_ || is_captured(launch.stream)) return {};
    harvest(false);
    Pair pair;
    pair.what = what;
    if (RETARGET_RUNTIME(EventCreate)(&pair.first) || RETARGET_RUNTIME(EventRecord)(pair.first, launch.stream) ||
        RETARGET_RUNTIME(EventCreate)(&pair.second))
      return {};
    return pair;
  }
  void end(const Pair& pair, const Launch& launch) {
    if (!pair.second) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool failed = RETARGET_RUNTIME(PeekAtLastError)();  // what did not run took no time
    if (!failed && !RETARGET_RUNTIME(EventRecord)(pair.second, launch.stream)) waiting_.push_back(pair);
  }
  // Launches are rehearsed, or done with that: meanwhile they are not noted.
  void rehearsing(bool on) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (on) harvest(true);
    rehearsing_ = on;
  }
  void rehearsed(const char* kernel, int variant, const Launch& launch, float ms) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Sum& sum = sums_[std::string(kernel) + (fits_ ? " ~" : " ~-") + std::to_string(variant) + size_of(launch)];
    ++sum.count, sum.ms += ms;
  }
  // Waits for all that runs, and writes.
  void write() {
    if (!name_ || !timed_ || process_ != getpid()) return;  // what is forked tells nothing
    const std::lock_guard<std::mutex> lock(mutex_);
    harvest(true);
    if (std::FILE* file = std::fopen(name_, "w")) {
      for (const auto& one : sums_) std::fprintf(file, "%s %lld %.9g\n", one.first.c_str(), one.second.count, one.second.ms);
      std::fclose(file);
    }
  }

  // Whether launches of a stream go into a graph: then events would too.
  static bool is_captured(Stream stream) {
#ifdef RETARGET_HOST
    (void)stream;
    return false;
#else
    RETARGET_RUNTIME(StreamCaptureStatus) status;
    return !RETARGET_RUNTIME(StreamIsCapturing)(stream, &status) &&
           status != RETARGET_RUNTIME(StreamCaptureStatusNone);
#endif
  }

 private:
  struct Sum {
    long long count = 0;
    double ms = 0;
  };

  Launches() : name_(std::getenv("RETARGET_LAUNCHES")), timed_(std::getenv("RETARGET_TIMES") != nullptr) {
    if (name_ && timed_) std::atexit([] { all().write(); });
  }
  // Adds up what has ended; events are asked in the order of their launches.
  void harvest(bool wait) {
    if (!wait && RETARGET_RUNTIME(PeekAtLastError)()) return;  // an error is for the program to find
    while (!waiting_.empty()) {
      const Pair pair = waiting_.front();
      if (wait ? RETARGET_RUNTIME(EventSynchronize)(pair.second) : RETARGET_RUNTIME(EventQuery)(pair.second)) {
        (void)RETARGET_RUNTIME(GetLastError)();  // that it is not ready, or that the device was reset
        if (!wait) break;
      }
      float ms = 0;
      if (RETARGET_RUNTIME(EventElapsedTime)(&ms, pair.first, pair.second)) {
        (void)RETARGET_RUNTIME(GetLastError)();
      } else {
        Sum& sum = sums_[pair.what];
        ++sum.count, sum.ms += ms;
      }
      (void)RETARGET_RUNTIME(EventDestroy)(pair.first);
      (void)RETARGET_RUNTIME(EventDestroy)(pair.second);
      waiting_.pop_front();
    }
  }

  const char* const name_;
  const bool timed_;
  bool rehearsing_ = false, fits_ = true;
  std::mutex mutex_;
  const pid_t process_ = getpid();
  std::deque<Pair> waiting_;
  std::map<std::string, Sum> sums_;
};

// Around one launch.
class Noted {
 public:
  Noted(const char* kernel, int variant, bool fits, const Launch& launch)
      : launch_(launch), pair_(Launches::all().begin(kernel, variant, fits, launch)) {}
  Noted(const Noted&) = delete;
  ~Noted() { Launches::all().end(pair_, launch_); }

 private:
  const Launch launch_;
  const Launches::Pair pair_;
};

// In front of a launch: with RETARGET_REHEARSAL, which names variants as RETARGET_VARIANT does, all of them run on what the
// launch finds, and the memory is as it was. That is done for a kernel's first launches and ever fewer of the later ones,
// until half of RETARGET_REHEARSAL_SECONDS is over: the next may take as long as all before it. Programs that spend seconds
// on their input then have all variants timed in one run.
template <class Run, class... A>
void rehearse(const char* kernel, int variants, const Launch& launch, Run run, const A&... arguments) {
  constexpr int first_launches = 16;
  static std::mutex* const mutex = new std::mutex;
  static auto* const counts = new std::map<std::string, int>;
  static auto* const spent = new std::chrono::steady_clock::duration{};
  const char* const asked = std::getenv("RETARGET_REHEARSAL");
  if (!asked) return;
  const std::lock_guard<std::mutex> lock(*mutex);
  std::vector<int> turns = named(asked, kernel);
  if (turns.empty()) return;
  const int count = ++(*counts)[kernel];
  const char* const most = std::getenv("RETARGET_REHEARSAL_SECONDS");
  const bool is_over = most && std::chrono::duration<double>(*spent).count() > std::atof(most) / 2;
  if (is_over || (count > first_launches && (count & (count - 1))) || Launches::is_captured(launch.stream)) return;
  const auto started = std::chrono::steady_clock::now();
  Launches::all().rehearsing(true);
  if (Rehearsal rehearsal{launch.stream, arguments...}) {
    std::minstd_rand random(unsigned(count) * 48271u);
    std::shuffle(turns.begin(), turns.end(), random);
    (void)rehearsal([&] { run(0); });  // caches and clocks are warm for the first as for the others
    for (const int variant : turns) {
      const float ms = variant <= variants ? rehearsal([&] { run(variant); }) : -1;
      if (ms >= 0) Launches::all().rehearsed(kernel, variant, launch, ms);
    }
  }
  Launches::all().rehearsing(false);
  *spent += std::chrono::steady_clock::now() - started;
}

}  // namespace retarget

// Events do not outlive the device's state.
inline auto retarget_device_reset() -> decltype(RETARGET_RUNTIME(DeviceReset)()) {
  retarget::Launches::all().write();
  return RETARGET_RUNTIME(DeviceReset)();
}
#undef RETARGET_RUNTIME
#define cudaDeviceReset() retarget_device_reset()
#define hipDeviceReset() retarget_device_reset()

#endif
#endif
#endif
