// The threads of one block, run on one thread of the host: started in order, switched where they wait or run long.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_BLOCK_H
#define RETARGET_HOST_BLOCK_H

#include <pthread.h>

#include <atomic>
#include <boost/context/fiber.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "types.h"

#include "retarget_host/execution.h"

namespace retarget_host {

struct Grid {  // a launch
  const char* kernel;
  const void* closure;
  std::size_t closure_size;
  Threads threads;
  dim3 grid, block;
  std::size_t shared;
  bool cooperative;
  unsigned count;  // threads of a block
  std::vector<uint3> indices;  // of the threads, by number
  unsigned long number;  // of the launch
  const void* stream;
};

struct Strand {  // a stack, on which threads run
  boost::context::fiber here, scheduler;
  const char *low = nullptr, *high = nullptr;
};

enum class State : std::uint8_t { fresh, ready, barrier, wave, done };
enum class Operation : std::uint8_t { sync, ballot, exchange };

struct Thread {
  State state = State::fresh;
  Operation operation = Operation::sync;
  unsigned source = 0;
  Strand* strand = nullptr;
  const void* site = nullptr;  // where it waits in its wave: an address in the code
  const void* frame = nullptr;  // of the call there
  Place place{};               // at which barrier
  std::uint64_t value = 0, expected = 0, result = 0;
  unsigned wave_epoch = 0;  // how many operations of its wave it has met: orders memory among lanes
  bool has_block = true;    // whether barriers miss it
};

// One a host thread: runs block after block.
class Worker {
 public:
  Worker();
  ~Worker();
  void run(const Grid& grid, uint3 index);

  bool next(Batch& batch);
  void end(Batch& batch);
  int wait_at_barrier(int predicate, bool grid_wide, Place place);
  std::uint64_t wait_in_wave(Operation operation, std::uint64_t value, unsigned source, std::uint64_t expected,
                             std::uint64_t otherwise, const void* site, const void* frame);
  void yield();
  void tick(const void* code);  // a moment has passed: a thread that ran all through it gives way
  void give_way(const void* code);
  [[noreturn]] void abandon();  // leaves the block unfinished: the device has failed
  void stand_in();  // makes the thread that gave way last the current one, for a report

  const Grid* grid = nullptr;
  uint3 index{};
  std::vector<Thread> threads;
  unsigned current = 0;  // number of the thread that runs
  std::atomic<bool> inside{false};    // whether a thread of a kernel runs now
  volatile bool preemptible = false;  // whether it runs the program's own code
  volatile bool due = false;          // it should give way, as soon as it may
  const pthread_t host = pthread_self();
  const void* code = nullptr;  // where the thread was that gave way last
  unsigned epoch = 0;    // barriers passed in this block
  int barrier_sum = 0, barrier_result_count = 0, barrier_result_all = 0;
  char* dynamic = nullptr;
  const char* dynamic_base() const { return dynamic_storage_.data(); }
  std::size_t dynamic_size() const { return dynamic_storage_.size(); }
  unsigned long serial = 0;  // of the block, among those that this host thread has run
  const char* stack_low() const;
  const char* stack_high() const;

 private:
  void done();
  void settle();
  void enter(unsigned number);
  void go_on(unsigned number);
  void suspend();
  void resume(Strand& strand);
  Strand& idle_strand();
  void blocked();
  bool resolve_wave(unsigned wave, bool others_run = false);
  std::uint64_t meeting(unsigned first, unsigned end, bool others_run) const;
  void release_barrier();
  void stuck();

  unsigned waiting_ = 0, finished_ = 0;
  std::vector<unsigned> alive_;  // of each wave: lanes that neither wait nor have returned
  std::vector<unsigned> order_;  // in which threads start
  unsigned started_ = 0;
  bool alone_ = true;         // no thread of the block has waited yet
  Batch* batch_ = nullptr;    // the one that runs, while it may hold several threads
  std::vector<unsigned> freed_;  // lanes whose wave's operation is done, the next one last
  std::vector<unsigned> ready_;  // threads that a barrier held, from next_ready_ on
  std::size_t next_ready_ = 0;
  struct Turn {  // of a thread, up to where it waits
    unsigned long serial;
    unsigned current, epoch, wave_epoch;
    bool operator==(const Turn& o) const {
      return serial == o.serial && current == o.current && epoch == o.epoch && wave_epoch == o.wave_epoch;
    }
  };
  Turn ticked_{};         // whose turn it was at the last tick
  unsigned unmoved_ = 0;  // threads that gave way since one finished or came to wait
  unsigned gave_way_ = 0;  // the last
  bool abandoned_ = false;
  bool across_ = false;  // the barrier is one of the grid
  std::vector<std::unique_ptr<Strand>> strands_;
  std::vector<Strand*> idle_;
  Strand* running_ = nullptr;
  std::vector<char> dynamic_storage_;
  std::mt19937_64 random_;
};

extern __thread Worker* this_worker;
Worker& new_worker();
inline Worker& worker() { return this_worker ? *this_worker : new_worker(); }  // of this host thread

// Keeps the current thread on while the runtime's own state changes, or a lock is held.
class Unpreempted {
 public:
  Unpreempted() : worker_(worker()), before_(worker_.preemptible) { worker_.preemptible = false; }
  ~Unpreempted() { worker_.preemptible = before_; }
  Unpreempted(const Unpreempted&) = delete;

 private:
  Worker& worker_;
  const bool before_;
};

void device_fails(int error);      // as a failed assertion makes it: nothing runs from then on
int device_error();                // of that kind; else 0
void watch_time();                 // ticks for the workers that run threads; once
void somebody_waits();             // a thread gave way: ticks come faster
void enlist(Worker* worker);       // one that has ticks
void strike_off(Worker* worker);
bool crowded();                    // more blocks run at once than there are workers, or will soon
void more_blocks();                // where no block ends, those that wait for a later one need it to run
bool tell_a_worker(int signal);    // passes a signal on to a host thread that runs a block; false: there is none

struct Settings {  // read once from the environment
  unsigned wave;           // RETARGET_WAVE: 32 or 64
  unsigned wave_shift;     // its logarithm
  bool shuffled;           // RETARGET_SHUFFLE: a seed
  std::uint64_t seed;
  unsigned workers;        // RETARGET_WORKERS: host threads; default all
  std::size_t stack;       // RETARGET_STACK: bytes of a thread's stack
  bool check;              // RETARGET_CHECK: report faults
  const char* trace;       // RETARGET_TRACE: a file for a line a launch
};
extern const Settings read_settings;
inline const Settings& settings() { return read_settings; }
unsigned language_wave();  // the one width that a language knows; 0 where RETARGET_WAVE says
unsigned language_depth();  // the largest blockDim.z

bool in_library();                      // whether a library of the device works on this host thread
void meet_other_blocks();               // waits for all blocks of a cooperative launch
void check_barrier(const Worker& at);   // complains of a barrier that some threads do not reach
void tell_races();                      // what the checks found and let pass

[[noreturn]] void fault(const char* what);  // reports with kernel, block and thread, and ends the program
bool complain(const char* what);            // in a check: as fault; else once to the error stream

}  // namespace retarget_host

#endif
