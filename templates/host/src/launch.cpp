// Launches: blocks dealt to the host's threads, in order or shuffled.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

#include "block.h"
#include "memory.h"
#include "recording.h"
#include "report.h"

namespace retarget_host {

namespace {

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 0) : otherwise;
}

Settings from_environment() {
  Settings s{};
  s.wave = language_wave() ? language_wave() : number_from("RETARGET_WAVE", 32) == 64 ? 64 : 32;
  s.wave_shift = s.wave == 64 ? 6 : 5;
  s.shuffled = std::getenv("RETARGET_SHUFFLE") != nullptr;
  s.seed = number_from("RETARGET_SHUFFLE", 0);
  s.check = number_from("RETARGET_CHECK", 0) != 0;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  s.workers = s.check ? 1 : static_cast<unsigned>(number_from("RETARGET_WORKERS", cores));
  s.stack = number_from("RETARGET_STACK", 256 << 10);
  s.trace = std::getenv("RETARGET_TRACE");
  return s;
}

// The blocks of a grid in an order of their own: a step that shares no factor with their number visits each once.
struct Order {
  std::uint64_t count, step = 1, start = 0;
  Order(std::uint64_t n, std::uint64_t seed) : count(n) {
    if (!settings().shuffled || n < 2) return;
    std::mt19937_64 random(seed);
    start = random() % n;
    do step = random() % n; while (std::gcd(step, n) != 1);
  }
  std::uint64_t operator[](std::uint64_t i) const {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(i) * step + start) % count);
  }
};

struct Job {
  const Grid* grid;
  Order order;
  std::atomic<std::uint64_t> next{0}, ended{0};
};

void work(Job& job) {
  watch_faults();
  const dim3 extent = job.grid->grid;
  Worker& mine = worker();
  for (std::uint64_t i; !device_error() && (i = job.next++) < job.order.count;) {
    const std::uint64_t b = job.order[i];
    const auto x = static_cast<unsigned>(b % extent.x), rest = static_cast<unsigned>(b / extent.x);
    mine.run(*job.grid, uint3{x, rest % extent.y, rest / extent.y});
    ++job.ended;
  }
}

// The launch that runs, and the host threads that joined it because none of its blocks ended.
std::atomic<bool> many{false};  // host threads run blocks, more than there are cores

struct Help {
  std::mutex mutex;
  std::condition_variable gone;
  Job* job = nullptr;
  std::uint64_t ended = 0;  // blocks, when last looked at
  std::chrono::steady_clock::time_point since;
  unsigned long helpers = 0;

  void begin(Job& started) {
    const std::lock_guard<std::mutex> lock(mutex);
    job = &started;
    ended = 0;
    since = {};
  }
  void end() {
    std::unique_lock<std::mutex> lock(mutex);
    job = nullptr;
    gone.wait(lock, [this] { return helpers == 0; });
    many = false;
  }
};
Help& help() {
  static Help* one = new Help;  // never destroyed: its threads wait to the end
  return *one;
}

// Host threads that wait for launches.
class Pool {
 public:
  explicit Pool(unsigned count) {
    for (unsigned i = 0; i < count; ++i) std::thread([this] { loop(); }).detach();
    size_ = count;
  }
  void run(Job& job) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      job_ = &job;
      busy_ = size_;
      ++generation_;
    }
    start_.notify_all();
    work(job);
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void loop() {
    unsigned long seen = 0;
    for (;;) {
      Job* job;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        start_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        job = job_;
      }
      work(*job);
      const std::lock_guard<std::mutex> lock(mutex_);
      if (--busy_ == 0) ended_.notify_one();
    }
  }
  std::mutex mutex_;
  std::condition_variable start_, ended_;
  Job* job_ = nullptr;
  unsigned size_ = 0, busy_ = 0;
  unsigned long generation_ = 0;
};

// All blocks of a cooperative launch, each on a host thread of its own, and the barrier between them.
struct Meeting {
  std::mutex mutex;
  std::condition_variable opened;
  std::uint64_t present = 0, blocks = 0;
  unsigned long generation = 0;

  void open() {
    present = 0;
    ++generation;
    opened.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    const unsigned long mine = generation;
    if (++present == blocks) return open();
    opened.wait(lock, [&] { return generation != mine; });
  }
  void leave() {
    const std::lock_guard<std::mutex> lock(mutex);
    if (--blocks == present && present) open();
  }
};
Meeting meeting;

void run_together(const Grid& grid) {
  const std::uint64_t blocks = std::uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z;
  meeting.blocks = blocks;
  std::vector<std::thread> hosts;
  many = blocks > 1;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const auto x = static_cast<unsigned>(b % grid.grid.x), rest = static_cast<unsigned>(b / grid.grid.x);
    hosts.emplace_back([&grid, x, rest] {
      watch_faults();
      worker().run(grid, uint3{x, rest % grid.grid.y, rest / grid.grid.y});
      meeting.leave();
    });
  }
  for (std::thread& host : hosts) host.join();
  many = false;
}

thread_local std::vector<Grid> configured;  // a launch's arguments may launch too: the innermost comes last
std::atomic<long> open_launches{0};  // configured, and no kernel has run yet

void tell_open_launches() {
  if (open_launches > 0) unsupported("a launch of a function that it does not know as a kernel");
}
std::mutex device;  // one launch at a time

std::vector<uint3> numbered(dim3 block) {
  std::vector<uint3> all;
  all.reserve(std::size_t{block.x} * block.y * block.z);
  for (unsigned z = 0; z < block.z; ++z)
    for (unsigned y = 0; y < block.y; ++y)
      for (unsigned x = 0; x < block.x; ++x) all.push_back(uint3{x, y, z});
  return all;
}

}  // namespace

// Before the program's own objects are made, which may call the API.
__attribute__((init_priority(101))) const Settings read_settings = from_environment();

__thread Worker* this_worker = nullptr;

Worker& new_worker() {
  static thread_local const std::unique_ptr<Worker> mine = std::make_unique<Worker>();
  return *(this_worker = mine.get());
}

void configure(dim3 grid, dim3 block, std::size_t shared, const void* stream) {
  static const bool once = std::atexit(tell_open_launches) == 0;
  (void)once;
  ++open_launches;
  Grid& next = configured.emplace_back();
  next.grid = grid;
  next.block = block;
  next.shared = shared;
  next.stream = stream;
}

void configure_cooperative() { configured.back().cooperative = true; }

namespace {
thread_local int status = 0;
}

int launch_status() { return status; }
bool grid_is_cooperative() { return worker().grid && worker().grid->cooperative; }
int processors() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

void launch(const char* kernel, const void* closure, std::size_t size, Threads threads) {
  if (on_device()) unsupported("a kernel that launches a kernel (dynamic parallelism)");
  Grid grid;
  if (!configured.empty()) {
    grid = std::move(configured.back());
    configured.pop_back();
    --open_launches;
  }
  status = device_error() ? device_error() : launch_error(grid.grid, grid.block, grid.shared);
  if (status) {
    set_last_error(status);
    return;
  }
  const std::lock_guard<std::mutex> lock(device);
  static unsigned long launches = 0;
  grid.kernel = kernel;
  grid.closure = closure;
  grid.closure_size = size;
  grid.threads = threads;
  grid.count = grid.block.x * grid.block.y * grid.block.z;
  grid.indices = numbered(grid.block);
  grid.number = launches++;
  watch_faults();
  watch_time();
  const RecordedLaunch recorded(grid);
  kernel_starts(grid);
  if (grid.cooperative) {
    run_together(grid);
  } else {
    const std::uint64_t blocks = std::uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z;
    Job job{&grid, Order(blocks, settings().seed * 31 + grid.number)};
    if (blocks > 1) help().begin(job);
    if (settings().workers < 2 || blocks < 2) {
      work(job);
    } else {
      static Pool& pool = *new Pool(settings().workers - 1);  // never destroyed: its threads wait to the end
      pool.run(job);
    }
    if (blocks > 1) help().end();
  }
  kernel_ends(grid);
}

namespace {
std::atomic<int> failure{0};
}
void device_fails(int error) { failure = error; }
int device_error() { return failure.load(std::memory_order_relaxed); }

bool crowded() { return many.load(std::memory_order_relaxed); }

// The blocks that a device runs at once may wait for each other, so that all of them have to run. Their number is not
// known here: it doubles while none ends. The system bounds the stacks of threads that wait: each is two of the 65530
// ranges of memory that a process may have.
void more_blocks() {
  constexpr std::chrono::milliseconds patience{200};
  constexpr unsigned long stacks = 24000;
  Help& all = help();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Job* job = all.job;
  if (!job || job->next >= job->order.count) return;
  const auto now = std::chrono::steady_clock::now();
  if (job->ended != all.ended || all.since.time_since_epoch().count() == 0) {
    all.ended = job->ended;
    all.since = now;
  }
  if (now - all.since < patience) return;
  all.since = now - patience * 3 / 4;
  if (!many.exchange(true)) return;  // from here on checks lock
  const unsigned long running = settings().workers + all.helpers, most = stacks / job->grid->count;
  for (unsigned long n = running; n < std::min({2 * running, most, running + (job->order.count - job->next)}); ++n) {
    try {
      std::thread([job] {
        work(*job);
        const std::lock_guard<std::mutex> done(help().mutex);
        if (--help().helpers == 0) help().gone.notify_one();
      }).detach();
    } catch (const std::system_error&) {
      return;  // the system gives no more threads
    }
    ++all.helpers;
  }
}

bool next_batch(Batch& batch) { return worker().next(batch); }
void end_batch(Batch& batch) { worker().end(batch); }
thread_local int libraries = 0;
Library::Library() { ++libraries; }
Library::~Library() { --libraries; }
bool in_library() { return libraries > 0; }
bool on_device() { return worker().inside; }
void* dynamic_shared() { return worker().dynamic; }

void barrier(Place place) { worker().wait_at_barrier(0, false, place); }
void has_block(bool does) { worker().threads[worker().current].has_block = does; }
void grid_barrier(Place place) {
  if (!grid_is_cooperative()) trap("a grid synchronises that was not launched as a cooperative one");
  worker().wait_at_barrier(0, true, place);
}
int barrier_count(int predicate, Place place) {
  worker().wait_at_barrier(predicate, false, place);
  return worker().barrier_result_count;
}
int barrier_and(int predicate, Place place) {
  worker().wait_at_barrier(predicate, false, place);
  return worker().barrier_result_all;
}
int barrier_or(int predicate, Place place) { return barrier_count(predicate, place) != 0; }

void meet_other_blocks() { meeting.wait(); }

// The program sees it as a constant, which it is once the program runs.
extern int warp_size __asm__("warpSize");
int warp_size = static_cast<int>(settings().wave);

unsigned wave_size() { return settings().wave; }
unsigned lane_id() { return worker().current % settings().wave; }
#define SITE __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)
__attribute__((noinline)) void wave_sync(std::uint64_t expected) {
  worker().wait_in_wave(Operation::sync, 0, 0, expected, 0, SITE, FRAME);
}
__attribute__((noinline)) std::uint64_t wave_ballot(bool predicate, std::uint64_t expected) {
  return worker().wait_in_wave(Operation::ballot, predicate, 0, expected, 0, SITE, FRAME);
}
__attribute__((noinline)) std::uint64_t wave_exchange(std::uint64_t value, unsigned source, std::uint64_t expected,
                                                      std::uint64_t otherwise) {
  return worker().wait_in_wave(Operation::exchange, value, source, expected, otherwise, SITE, FRAME);
}
#undef FRAME
#undef SITE

void pause() {
  if (!on_device()) return;
  const Unpreempted here;
  worker().code = __builtin_return_address(0);
  worker().yield();
}

}  // namespace retarget_host
