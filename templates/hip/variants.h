// Which variant of a kernel runs, as the environment says: for choosing among variants, and for checking them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANTS_H
#define RETARGET_HIP_VARIANTS_H
#ifdef __cplusplus

#include <sys/syscall.h>
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

// While it lives, its thread may ask for events and memory though another stream is being captured into a graph.
class Uncaptured {
#ifdef RETARGET_HOST
 public:
  ~Uncaptured() {}
#else
 public:
  Uncaptured() { exchange(); }
  Uncaptured(const Uncaptured&) = delete;
  ~Uncaptured() { exchange(); }

 private:
  void exchange() {
    if (RETARGET_RUNTIME(ThreadExchangeStreamCaptureMode)(&mode_)) (void)RETARGET_RUNTIME(GetLastError)();
  }
  RETARGET_RUNTIME(StreamCaptureMode) mode_ = RETARGET_RUNTIME(StreamCaptureModeRelaxed);
#endif
};

// What ran, for the file that RETARGET_LAUNCHES names: kernel, variant, logical grid and block; variant 0 is the original,
// `-` in front of a number one that did not fit, `~` one that was rehearsed. With RETARGET_TIMES set, the milliseconds
// between two events around each launch, added up, and how many launches they are, added to a file of this process (the
// name, a point, its number) when it ends or gives the device back; `!`, a kernel and an error where launches failed.
class Launches {
 public:
  static Launches& all() {
    static Launches* const only = made() = new Launches;  // outlives what programs destroy at their end
    return *only;
  }
  // The same, where there is one yet.
  static Launches*& made() {
    static Launches* only = nullptr;
    return only;
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
    fitted() = fits;
    if (rehearsing_ || is_failed(kernel) || is_captured(launch.stream)) return {};
    const Uncaptured uncaptured;
    harvest(false);
    Pair pair;
    pair.what = what;
    if (!RETARGET_RUNTIME(EventCreate)(&pair.first) && !RETARGET_RUNTIME(EventCreate)(&pair.second) &&
        !RETARGET_RUNTIME(EventRecord)(pair.first, launch.stream))
      return pair;
    (void)is_failed(kernel);
    destroy(pair), forgive();
    return {};
  }
  void end(const char* kernel, const Pair& pair, const Launch& launch) {
    if (!name_ || !timed_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (rehearsing_) return destroy(pair);
    const bool failed = is_failed(kernel);  // what did not run took no time, and the error is for the program to find
    if (failed || !pair.second) return destroy(pair);
    if (!RETARGET_RUNTIME(EventRecord)(pair.second, launch.stream)) return waiting_.push_back(pair);
    destroy(pair), forgive();
  }
  // Held while launches are rehearsed, by one thread at a time.
  std::mutex& rehearsals() {
    static std::mutex* const mutex = new std::mutex;
    return *mutex;
  }
  // Launches are rehearsed, or done with that: meanwhile they are not noted.
  void rehearsing(bool on) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Uncaptured uncaptured;
    if (on) harvest(true);
    rehearsing_ = on;
  }
  void rehearsed(const char* kernel, int variant, const Launch& launch, float ms) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Sum& sum = sums_[std::string(kernel) + (fitted() ? " ~" : " ~-") + std::to_string(variant) + size_of(launch)];
    ++sum.count, sum.ms += ms;
  }
  // Waits for all that runs, and writes.
  void write() {
    if (!tells()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    add_to_file();
  }
  // The process ends without its exit handlers, possibly in the middle of something.
  void leave() {
    if (!tells() || !mutex_.try_lock()) return;
    add_to_file();
    mutex_.unlock();
  }

  // Whether launches of a stream go into a graph, where events would too, or another stream is known to be captured.
  static bool is_captured(Stream stream) {
#ifdef RETARGET_HOST
    (void)stream;
    return false;
#else
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    const Stream shared = nullptr;
#else
    const Stream shared = cudaStreamLegacy;
#endif
    RETARGET_RUNTIME(StreamCaptureStatus) status;
    for (const Stream one : {stream, shared}) {  // the one that all wait for fails where any of them is captured
      if (RETARGET_RUNTIME(StreamIsCapturing)(one, &status)) return (void)RETARGET_RUNTIME(GetLastError)(), true;
      if (status != RETARGET_RUNTIME(StreamCaptureStatusNone)) return true;
    }
    return false;
#endif
  }

 private:
  struct Sum {
    long long count = 0;
    double ms = 0;
  };

  Launches() : name_(std::getenv("RETARGET_LAUNCHES")), timed_(std::getenv("RETARGET_TIMES") != nullptr) {
    if (!name_ || !timed_) return;
    std::atexit([] { all().write(); });
#ifdef __GLIBC__
    at_quick_exit([] { all().leave(); });
#endif
  }
  // Whether the thread's last launch fitted its variant.
  static bool& fitted() {
    static thread_local bool last = true;
    return last;
  }
  bool tells() const { return name_ && timed_ && process_ == getpid(); }  // what is forked tells nothing
  // Whether an error is pending, and notes it.
  bool is_failed(const char* kernel) {
    const auto error = RETARGET_RUNTIME(PeekAtLastError)();
    if (error) errors_[kernel] = RETARGET_RUNTIME(GetErrorString)(error);
    return bool(error);
  }
  static void destroy(const Pair& pair) {
    if (pair.first) (void)RETARGET_RUNTIME(EventDestroy)(pair.first);
    if (pair.second) (void)RETARGET_RUNTIME(EventDestroy)(pair.second);
  }
  static void forgive() { (void)RETARGET_RUNTIME(GetLastError)(); }  // an error of ours is none of the program's
  void add_to_file() {
    const Uncaptured uncaptured;
    harvest(true);
    std::FILE* const file = std::fopen((name_ + ("." + std::to_string(process_))).c_str(), "a");
    if (!file) return;
    for (const auto& one : sums_)
      std::fprintf(file, "%s %lld %.9g\n", one.first.c_str(), one.second.count, one.second.ms);
    for (const auto& one : errors_) std::fprintf(file, "! %s %s\n", one.first.c_str(), one.second.c_str());
    std::fclose(file);
    sums_.clear(), errors_.clear();
  }
  // Adds up what has ended; events are asked in the order of their launches.
  void harvest(bool wait) {
    if (!wait && RETARGET_RUNTIME(PeekAtLastError)()) return;  // an error is for the program to find
    while (!waiting_.empty()) {
      const Pair pair = waiting_.front();
      if (wait ? RETARGET_RUNTIME(EventSynchronize)(pair.second) : RETARGET_RUNTIME(EventQuery)(pair.second)) {
        forgive();  // that it is not ready, or that the device was reset
        if (!wait) break;
      }
      float ms = 0;
      if (RETARGET_RUNTIME(EventElapsedTime)(&ms, pair.first, pair.second)) {
        forgive();
      } else {
        Sum& sum = sums_[pair.what];
        ++sum.count, sum.ms += ms;
      }
      destroy(pair);
      waiting_.pop_front();
    }
  }

  const char* const name_;
  const bool timed_;
  bool rehearsing_ = false;
  std::mutex mutex_;
  const pid_t process_ = getpid();
  std::deque<Pair> waiting_;
  std::map<std::string, Sum> sums_;
  std::map<std::string, std::string> errors_;
};

// Around one launch.
class Noted {
 public:
  Noted(const char* kernel, int variant, bool fits, const Launch& launch)
      : kernel_(kernel), launch_(launch), pair_(Launches::all().begin(kernel, variant, fits, launch)) {}
  Noted(const Noted&) = delete;
  ~Noted() { Launches::all().end(kernel_, pair_, launch_); }

 private:
  const char* const kernel_;
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
  static auto* const counts = new std::map<std::string, int>;
  static auto* const spent = new std::chrono::steady_clock::duration{};
  const char* const asked = std::getenv("RETARGET_REHEARSAL");
  if (!asked) return;
  const std::lock_guard<std::mutex> lock(Launches::all().rehearsals());
  std::vector<int> turns = named(asked, kernel);
  if (turns.empty()) return;
  const int count = ++(*counts)[kernel];
  const char* const most = std::getenv("RETARGET_REHEARSAL_SECONDS");
  const bool is_over = most && std::chrono::duration<double>(*spent).count() > std::atof(most) / 2;
  if (is_over || (count > first_launches && (count & (count - 1)))) return;
  if (RETARGET_RUNTIME(PeekAtLastError)() || Launches::is_captured(launch.stream)) return;
  const Uncaptured uncaptured;
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

#ifdef __linux__
// In front of the library's: without exit handlers too, the times of what was launched are told.
extern "C" __attribute__((weak, noreturn)) void _exit(int code) {
  if (retarget::Launches* const launches = retarget::Launches::made()) launches->leave();
  for (;;) syscall(SYS_exit_group, code);
}
#endif

// For device_reset.h, in whichever unit that stands.
extern "C" __attribute__((weak, used)) void retarget_before_reset() { retarget::Launches::all().write(); }
#undef RETARGET_RUNTIME

#endif
#endif
#endif
