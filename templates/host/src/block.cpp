// The scheduler of a block's threads.
// SPDX-License-Identifier: MIT
//
// Threads start one after another on one strand: a kernel without barriers is a loop. A thread that has to wait keeps
// its strand, and those after it go on with another. When all lanes of a wave wait or have returned, the operation of
// the wave is done for those that meet in it; when all threads of the block do, the barrier opens. A thread that runs
// long, perhaps in a loop that waits for another one, gives way as if it waited.
#include "block.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace retarget_host {

namespace {

constexpr std::size_t beyond_shared = 4096;  // bytes behind dynamic shared memory, where an overrun is told as such

// Pages of the system with an inaccessible one below: an overflow faults. Touched pages alone cost memory.
struct GuardedStack {
  boost::context::stack_context allocate() {
    const std::size_t page = sysconf(_SC_PAGESIZE), size = settings().stack;
    void* low = mmap(nullptr, size + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) {
      std::fprintf(stderr, "retarget: no memory for the stack of a thread (%zu bytes)\n", size);
      std::_Exit(70);
    }
    mprotect(low, page, PROT_NONE);
    boost::context::stack_context stack;
    stack.size = size + page;
    stack.sp = static_cast<char*>(low) + stack.size;
    return stack;
  }
  void deallocate(boost::context::stack_context& stack) {
    munmap(static_cast<char*>(stack.sp) - stack.size, stack.size);
  }
};

}  // namespace

Worker::Worker() { enlist(this); }
Worker::~Worker() { strike_off(this); }

const char* Worker::stack_low() const { return running_ ? running_->low : nullptr; }
const char* Worker::stack_high() const { return running_ ? running_->high : nullptr; }

void Worker::run(const Grid& launched, uint3 block) {
  grid = &launched;
  index = block;
  ++serial;
  if (threads.size() != launched.count) threads.resize(launched.count);
  for (Thread& thread : threads) {
    thread.state = State::fresh;
    thread.wave_epoch = 0;
    thread.has_block = true;
  }
  alone_ = true;
  const unsigned wave = settings().wave, waves = (launched.count + wave - 1) / wave;
  alive_.assign(waves, wave);
  if (launched.count % wave) alive_.back() = launched.count % wave;
  waiting_ = finished_ = epoch = 0;
  barrier_sum = 0;
  started_ = 0;
  if (order_.size() != launched.count) {
    order_.resize(launched.count);
    std::iota(order_.begin(), order_.end(), 0u);
  }
  if (settings().shuffled) {
    const std::uint64_t place = (std::uint64_t{block.z} * launched.grid.y + block.y) * launched.grid.x + block.x;
    random_.seed(settings().seed * 0x9e3779b97f4a7c15ull + launched.number * 0x100000001b3ull + place);
    std::shuffle(order_.begin(), order_.end(), random_);
  }
  if (launched.shared) {
    dynamic_storage_.resize(std::max(dynamic_storage_.size(), launched.shared + 256 + beyond_shared));
    dynamic = dynamic_storage_.data() + (256 - reinterpret_cast<std::uintptr_t>(dynamic_storage_.data()) % 256);
  } else {
    dynamic = nullptr;
  }
  ::blockIdx = block;
  ::blockDim = launched.block;
  ::gridDim = launched.grid;
  abandoned_ = false;
  while (finished_ < launched.count && !abandoned_) {
    // the lanes of a wave go on together, before other threads start; what a barrier held comes last
    if (!freed_.empty()) {
      const unsigned number = freed_.back();
      freed_.pop_back();
      go_on(number);
    } else if (started_ < launched.count) {
      resume(idle_strand());
    } else if (next_ready_ < ready_.size()) {
      if (unmoved_ && unmoved_ > ready_.size() - next_ready_ && crowded()) {
        usleep(200);  // nothing here moves: another block has to
        unmoved_ = 0;
      }
      go_on(ready_[next_ready_++]);
    } else {
      stuck();
    }
  }
  if (abandoned_) {  // its threads stand in the middle of their work, and their stacks stay as they are
    for (auto& strand : strands_)
      if (std::find(idle_.begin(), idle_.end(), strand.get()) == idle_.end()) (void)strand.release();
    strands_.erase(std::remove(strands_.begin(), strands_.end(), nullptr), strands_.end());
    freed_.clear();
    batch_ = nullptr;
  }
  ready_.clear();
  next_ready_ = 0;
  grid = nullptr;
}

Strand& Worker::idle_strand() {
  if (idle_.empty()) {
    strands_.push_back(std::make_unique<Strand>());
    Strand* strand = strands_.back().get();
    GuardedStack stacks;
    boost::context::stack_context stack = stacks.allocate();
    strand->high = static_cast<const char*>(stack.sp);
    strand->low = strand->high - stack.size;
    // stacks that start at the same offset within their pages would share the same few lines of the cache
    const std::size_t shift = strands_.size() % 61 * 64;
    const boost::context::preallocated place(static_cast<char*>(stack.sp) - shift, stack.size - shift, stack);
    strand->here = boost::context::fiber(std::allocator_arg, place, stacks, [this, strand](boost::context::fiber&& from) {
      strand->scheduler = std::move(from);
      for (;;) {
        grid->threads(grid->closure);
        idle_.push_back(strand);
        strand->scheduler = std::move(strand->scheduler).resume();
      }
      return std::move(strand->scheduler);
    });
    return *strand;
  }
  Strand* strand = idle_.back();
  idle_.pop_back();
  return *strand;
}

void Worker::resume(Strand& strand) {
  running_ = &strand;
  inside.store(true, std::memory_order_relaxed);
  strand.here = std::move(strand.here).resume();
  inside.store(false, std::memory_order_relaxed);
  running_ = nullptr;
}

void Worker::suspend() {
  alone_ = false;
  Strand& strand = *running_;
  threads[current].strand = &strand;
  strand.scheduler = std::move(strand.scheduler).resume();
}

void Worker::go_on(unsigned number) {
  enter(number);
  resume(*threads[number].strand);
}

void Worker::enter(unsigned number) {
  current = number;
  ::threadIdx = grid->indices[number];
}

bool Worker::next(Batch& batch) {
  if (!freed_.empty() || started_ == grid->count) return false;
  const unsigned end = alone_ ? grid->count : started_ + 1;
  batch = {started_, end, order_.data(), grid->indices.data(), &current, started_, false, &preemptible};
  batch_ = &batch;
  started_ = end;
  return true;
}

void Worker::end(Batch& batch) {
  if (!batch.closed) settle();
  done();
}

// The batch ends with the current thread: those before it are done, those behind it have not started.
void Worker::settle() {
  Batch& batch = *batch_;
  batch_ = nullptr;
  batch.closed = true;
  for (unsigned i = batch.first; i + 1 < batch.next; ++i) {
    threads[order_[i]].state = State::done;
    --alive_[order_[i] >> settings().wave_shift];
  }
  finished_ += batch.next - 1 - batch.first;
  started_ = batch.end = batch.next;
}

void Worker::done() {
  threads[current].state = State::done;
  ++finished_;
  blocked();
}

// The current thread has stopped, at a barrier, in its wave, or for good: whatever waited for this happens.
void Worker::blocked() {
  unmoved_ = 0;
  const unsigned wave = current >> settings().wave_shift;
  if (--alive_[wave] == 0) resolve_wave(wave);
  if (waiting_ && waiting_ + finished_ == grid->count) release_barrier();
}

int Worker::wait_at_barrier(int predicate, bool grid_wide, Place place) {
  preemptible = false;
  if (batch_) settle();
  Thread& self = threads[current];
  self.state = State::barrier;
  across_ |= grid_wide;
  self.place = place;
  ++waiting_;
  barrier_sum += predicate != 0;
  blocked();
  suspend();
  preemptible = true;
  return threads[current].result != 0;
}

std::uint64_t Worker::wait_in_wave(Operation operation, std::uint64_t value, unsigned source, std::uint64_t expected,
                                   std::uint64_t otherwise, const void* site, const void* frame) {
  preemptible = false;
  if (batch_) settle();
  Thread& self = threads[current];
  self.state = State::wave;
  self.operation = operation;
  self.value = value;
  self.source = source;
  self.expected = expected;
  self.result = otherwise;
  self.site = site;
  self.frame = frame;
  self.strand = running_;
  blocked();
  suspend();
  preemptible = true;
  return threads[current].result;
}

void Worker::yield() {
  if (batch_) settle();
  threads[current].state = State::ready;
  if (next_ready_ > ready_.size() / 2) {
    ready_.erase(ready_.begin(), ready_.begin() + next_ready_);
    next_ready_ = 0;
  }
  ready_.push_back(current);
  gave_way_ = current;
  ++unmoved_;
  // lanes that wait for none but each other go on
  while (resolve_wave(current >> settings().wave_shift, true)) {
  }
  suspend();
}

void Worker::abandon() {
  abandoned_ = true;
  suspend();
  __builtin_unreachable();
}

void Worker::give_way(const void* at) {
  somebody_waits();
  preemptible = due = false;
  code = at;
  yield();
  preemptible = true;
}

void Worker::tick(const void* at) {
  if (device_error() && preemptible && at) abandon();
  const Turn now{serial, current, epoch, threads[current].wave_epoch};
  if (!(now == ticked_)) {
    ticked_ = now;
  } else if (preemptible && at) {
    give_way(at);
  } else {
    due = true;
  }
}

void Worker::stand_in() {
  enter(gave_way_);
  inside = true;
}

void Worker::release_barrier() {
  if (settings().check) check_barrier(*this);
  if (across_) meet_other_blocks();
  across_ = false;
  barrier_result_count = barrier_sum;
  barrier_result_all = barrier_sum == static_cast<int>(waiting_);
  barrier_sum = 0;
  waiting_ = 0;
  ++epoch;
  if (next_ready_ == ready_.size()) {
    ready_.clear();
    next_ready_ = 0;
  }
  const std::size_t before = ready_.size();
  for (unsigned i = 0; i < grid->count; ++i) {
    if (threads[i].state != State::barrier) continue;
    threads[i].state = State::ready;
    ++alive_[i >> settings().wave_shift];
    ready_.push_back(i);
  }
  if (settings().shuffled) std::shuffle(ready_.begin() + before, ready_.end(), random_);
}

void Worker::stuck() {
  for (unsigned wave = 0; wave < alive_.size(); ++wave)
    if (alive_[wave] == 0 && resolve_wave(wave)) return;
  fault("no thread of the block can go on");
}

}  // namespace retarget_host
