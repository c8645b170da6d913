// Which variant of a kernel runs, as the environment says: for choosing among variants, and for checking them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANTS_H
#define RETARGET_HIP_VARIANTS_H
#ifdef __cplusplus

#include "granularity.h"
#include "variant_calls.h"

#ifndef RETARGET_VARIANTS_ELSEWHERE

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

#include "rehearsal.h"

#pragma push_macro("all")
#undef all
#pragma push_macro("begin")
#undef begin
#pragma push_macro("block")
#undef block
#pragma push_macro("count")
#undef count
#pragma push_macro("end")
#undef end
#pragma push_macro("first")
#undef first
#pragma push_macro("grid")
#undef grid
#pragma push_macro("map")
#undef map
#pragma push_macro("second")
#undef second
#pragma push_macro("shuffle")
#undef shuffle
#pragma push_macro("size")
#undef size
#pragma push_macro("string")
#undef string
#pragma push_macro("unlock")
#undef unlock
#pragma push_macro("write")
#undef write
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#if defined(__HIPCC__) || defined(__CUDA__) || defined(__CUDACC__) || defined(RETARGET_HOST)

namespace retarget {

// A launch's logical grid and block, for the file that RETARGET_LAUNCHES names.
inline std::string size_of(const Launch& launch_) {
  char text_[128];
  std::snprintf(text_, sizeof text_, " %u,%u,%u %u,%u,%u", launch_.grid.x, launch_.grid.y, launch_.grid.z, launch_.block.x,
                launch_.block.y, launch_.block.z);
  return text_;
}

// The variants of a kernel that a text names, such as `lu=7,bfs=2+4+0`.
inline std::vector<int> named(const char* text_, const char* kernel_) {
  const std::size_t length_ = std::strlen(kernel_);
  std::vector<int> found_;
  for (const char* at_ = text_; at_; at_ = std::strchr(at_, ',') ? std::strchr(at_, ',') + 1 : nullptr) {
    if (std::strncmp(at_, kernel_, length_) || at_[length_] != '=') continue;
    const char* number_ = at_ + length_;
    do found_.push_back(std::atoi(++number_));
    while ((number_ = number_ + std::strspn(number_, "0123456789"), *number_ == '+'));
    break;
  }
  return found_;
}

// The number of the variant that RETARGET_VARIANT asks for, from 1 on; 0 is the original. `7` asks it of every kernel,
// counted round where there are fewer; `lu=7,bfs=2+4+0` of those named: several take turns, launch by launch of a size.
inline int chosen(const char* kernel_, int variants_, const Launch& launch_) {
  const char* asked_ = std::getenv("RETARGET_VARIANT");
  if (!asked_ || variants_ < 1) return 0;
  if (!std::strchr(asked_, '=')) {
    const int number_ = std::atoi(asked_);
    return number_ < 1 ? 0 : (number_ - 1) % variants_ + 1;
  }
  std::vector<int> turns_ = named(asked_, kernel_);
  if (turns_.empty()) return 0;
  static std::mutex* const mutex_ = new std::mutex;
  static auto* const counts_ = new std::map<std::string, std::size_t>;
  const std::lock_guard<std::mutex> lock_(*mutex_);
  const std::size_t n_ = turns_.size(), count = n_ > 1 ? (*counts_)[kernel_ + size_of(launch_)]++ : 0;
  // Every n launches each has one turn, in an order of their own: work may come round with a period.
  std::minstd_rand random_(unsigned(count / n_ + 1) * 48271u);
  std::shuffle(turns_.begin(), turns_.end(), random_);
  const int turn_ = turns_[count % n_];
  return turn_ <= variants_ ? turn_ : 0;
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
    static Launches* const only_ = made() = new Launches;  // outlives what programs destroy at their end
    return *only_;
  }
  // The same, where there is one yet.
  static Launches*& made() {
    static Launches* only_ = nullptr;
    return only_;
  }

  // A launch that runs: its name for the file, and the events around it.
  struct Pair {
    std::string what;
    Event first = nullptr, second = nullptr;
  };

  Pair begin(const char* kernel_, int variant_, bool fits_, const Launch& launch_) {
    if (!name_) return {};
    const std::lock_guard<std::mutex> lock_(mutex_);
    const std::string what = std::string(kernel_) + (fits_ ? " " : " -") + std::to_string(variant_) + size_of(launch_);
    if (!timed_) {
      if (std::FILE* file_ = std::fopen(name_, "a")) {
        std::fprintf(file_, "%s\n", what.c_str());
        std::fclose(file_);
      }
      return {};
    }
    fitted() = fits_;
    if (rehearsing_ || is_failed(kernel_) || is_captured(launch_.stream)) return {};
    const Uncaptured uncaptured_;
    harvest(false);
    Pair pair_;
    pair_.what = what;
    if (!RETARGET_RUNTIME(EventCreate)(&pair_.first) && !RETARGET_RUNTIME(EventCreate)(&pair_.second) &&
        !RETARGET_RUNTIME(EventRecord)(pair_.first, launch_.stream))
      return pair_;
    (void)is_failed(kernel_);
    destroy(pair_), forgive();
    return {};
  }
  void end(const char* kernel_, const Pair& pair_, const Launch& launch_) {
    if (!name_ || !timed_) return;
    const std::lock_guard<std::mutex> lock_(mutex_);
    if (rehearsing_) return destroy(pair_);
    const bool failed_ = is_failed(kernel_);  // what did not run took no time, and the error is for the program to find
    if (failed_ || !pair_.second) return destroy(pair_);
    if (!RETARGET_RUNTIME(EventRecord)(pair_.second, launch_.stream)) return waiting_.push_back(pair_);
    destroy(pair_), forgive();
  }
  // Held while launches are rehearsed, by one thread at a time.
  std::mutex& rehearsals() {
    static std::mutex* const mutex_ = new std::mutex;
    return *mutex_;
  }
  // Launches are rehearsed, or done with that: meanwhile they are not noted.
  void rehearsing(bool on_) {
    const std::lock_guard<std::mutex> lock_(mutex_);
    const Uncaptured uncaptured_;
    if (on_) harvest(true);
    rehearsing_ = on_;
  }
  void rehearsed(const char* kernel_, int variant_, const Launch& launch_, float ms) {
    const std::lock_guard<std::mutex> lock_(mutex_);
    Sum& sum_ = sums_[std::string(kernel_) + (fitted() ? " ~" : " ~-") + std::to_string(variant_) + size_of(launch_)];
    ++sum_.count, sum_.ms += ms;
  }
  // Waits for all that runs, and writes.
  void write() {
    if (!tells()) return;
    const std::lock_guard<std::mutex> lock_(mutex_);
    add_to_file();
  }
  // The process ends without its exit handlers, possibly in the middle of something.
  void leave() {
    if (!tells() || !mutex_.try_lock()) return;
    add_to_file();
    mutex_.unlock();
  }

  // Whether launches of a stream go into a graph, where events would too, or another stream is known to be captured.
  static bool is_captured(Stream stream_) {
#ifdef RETARGET_HOST
    (void)stream_;
    return false;
#else
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    const Stream shared_ = nullptr;
#else
    const Stream shared_ = cudaStreamLegacy;
#endif
    RETARGET_RUNTIME(StreamCaptureStatus) status_;
    for (const Stream one_ : {stream_, shared_}) {  // the one that all wait for fails where any of them is captured
      if (RETARGET_RUNTIME(StreamIsCapturing)(one_, &status_)) return (void)RETARGET_RUNTIME(GetLastError)(), true;
      if (status_ != RETARGET_RUNTIME(StreamCaptureStatusNone)) return true;
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
    static thread_local bool last_ = true;
    return last_;
  }
  bool tells() const { return name_ && timed_ && process_ == getpid(); }  // what is forked tells nothing
  // Whether an error is pending, and notes it.
  bool is_failed(const char* kernel_) {
    const auto error_ = RETARGET_RUNTIME(PeekAtLastError)();
    if (error_) errors_[kernel_] = RETARGET_RUNTIME(GetErrorString)(error_);
    return bool(error_);
  }
  static void destroy(const Pair& pair_) {
    if (pair_.first) (void)RETARGET_RUNTIME(EventDestroy)(pair_.first);
    if (pair_.second) (void)RETARGET_RUNTIME(EventDestroy)(pair_.second);
  }
  static void forgive() { (void)RETARGET_RUNTIME(GetLastError)(); }  // an error of ours is none of the program's
  void add_to_file() {
    const Uncaptured uncaptured_;
    harvest(true);
    std::FILE* const file_ = std::fopen((name_ + ("." + std::to_string(process_))).c_str(), "a");
    if (!file_) return;
    for (const auto& one_ : sums_)
      std::fprintf(file_, "%s %lld %.9g\n", one_.first.c_str(), one_.second.count, one_.second.ms);
    for (const auto& one_ : errors_) std::fprintf(file_, "! %s %s\n", one_.first.c_str(), one_.second.c_str());
    std::fclose(file_);
    sums_.clear(), errors_.clear();
  }
  // Adds up what has ended; events are asked in the order of their launches.
  void harvest(bool wait_) {
    if (!wait_ && RETARGET_RUNTIME(PeekAtLastError)()) return;  // an error is for the program to find
    while (!waiting_.empty()) {
      const Pair pair_ = waiting_.front();
      if (wait_ ? RETARGET_RUNTIME(EventSynchronize)(pair_.second) : RETARGET_RUNTIME(EventQuery)(pair_.second)) {
        forgive();  // that it is not ready, or that the device was reset
        if (!wait_) break;
      }
      float ms = 0;
      if (RETARGET_RUNTIME(EventElapsedTime)(&ms, pair_.first, pair_.second)) {
        forgive();
      } else {
        Sum& sum_ = sums_[pair_.what];
        ++sum_.count, sum_.ms += ms;
      }
      destroy(pair_);
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
  Noted(const char* kernel_, int variant_, bool fits_, const Launch& launch_)
      : kernel_(kernel_), launch_(launch_), pair_(Launches::all().begin(kernel_, variant_, fits_, launch_)) {}
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
template <class Run_, class... A_>
void rehearse(const char* kernel_, int variants_, const Launch& launch_, Run_ run_, const A_&... arguments_) {
  constexpr int first_launches_ = 16;
  static auto* const counts_ = new std::map<std::string, int>;
  static auto* const spent_ = new std::chrono::steady_clock::duration{};
  const char* const asked_ = std::getenv("RETARGET_REHEARSAL");
  if (!asked_) return;
  const std::lock_guard<std::mutex> lock_(Launches::all().rehearsals());
  std::vector<int> turns_ = named(asked_, kernel_);
  if (turns_.empty()) return;
  const int count = ++(*counts_)[kernel_];
  const char* const most_ = std::getenv("RETARGET_REHEARSAL_SECONDS");
  const bool is_over_ = most_ && std::chrono::duration<double>(*spent_).count() > std::atof(most_) / 2;
  if (is_over_ || (count > first_launches_ && (count & (count - 1)))) return;
  if (RETARGET_RUNTIME(PeekAtLastError)() || Launches::is_captured(launch_.stream)) return;
  const Uncaptured uncaptured_;
  const auto started_ = std::chrono::steady_clock::now();
  Launches::all().rehearsing(true);
  if (Rehearsal rehearsal_{launch_.stream, arguments_...}) {
    std::minstd_rand random_(unsigned(count) * 48271u);
    std::shuffle(turns_.begin(), turns_.end(), random_);
    (void)rehearsal_([&] { run_(0); });  // caches and clocks are warm for the first as for the others
    for (const int variant_ : turns_) {
      const float ms = variant_ <= variants_ ? rehearsal_([&] { run_(variant_); }) : -1;
      if (ms >= 0) Launches::all().rehearsed(kernel_, variant_, launch_, ms);
    }
  }
  Launches::all().rehearsing(false);
  *spent_ += std::chrono::steady_clock::now() - started_;
}

}  // namespace retarget

#ifdef __linux__
// In front of the library's: without exit handlers too, the times of what was launched are reported.
extern "C" __attribute__((weak, noreturn)) void _exit(int code_) {
  if (retarget::Launches* const launches_ = retarget::Launches::made()) launches_->leave();
  for (;;) syscall(SYS_exit_group, code_);
}
#endif

// For device_reset.h, in whichever unit that stands.
extern "C" __attribute__((weak, used)) void retarget_before_reset() { retarget::Launches::all().write(); }
#undef RETARGET_RUNTIME

#endif

#pragma pop_macro("all")
#pragma pop_macro("begin")
#pragma pop_macro("block")
#pragma pop_macro("count")
#pragma pop_macro("end")
#pragma pop_macro("first")
#pragma pop_macro("grid")
#pragma pop_macro("map")
#pragma pop_macro("second")
#pragma pop_macro("shuffle")
#pragma pop_macro("size")
#pragma pop_macro("string")
#pragma pop_macro("unlock")
#pragma pop_macro("write")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
#endif
