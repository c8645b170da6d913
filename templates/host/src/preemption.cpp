// Forward progress: a signal sets a thread aside that runs long, so that loops which wait for another thread end.
// SPDX-License-Identifier: MIT
//
// A thread of the host's sends the signal to each worker, every few milliseconds while kernels run. Short threads never
// see two, and what they do between is not disturbed. The handler runs on the stack of the kernel's thread, and switches
// away from there: the system restores all registers when the thread comes back and the handler returns. It does so in
// the program's own code alone, where neither the runtime nor a library of the system can hold a lock.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <thread>
#include <vector>

#include "report.h"

extern "C" char __executable_start, etext;  // of the program's image, by the linker

namespace retarget_host {

namespace {

constexpr unsigned first_tick = 10000, next_ticks = 250;  // microseconds
std::atomic<bool> waits{false};                           // a thread gave way lately: others may wait too

struct Workers {
  std::mutex mutex;
  std::vector<Worker*> all;
};
Workers& workers() {
  static Workers* one = new Workers;  // never destroyed: host threads end after statics
  return *one;
}

void on_tick(int, siginfo_t*, void* state) {
  Worker* mine = this_worker;
  if (!mine || !mine->inside) return;
  const int kept = errno;
  const auto* code = static_cast<const char*>(code_of(state));
  mine->tick(code >= &__executable_start && code < &etext ? code + 1 : nullptr);
  errno = kept;
}

[[noreturn]] void keep_time() {
  sigset_t all;  // signals of the process are for other threads
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  for (;;) {
    usleep(waits.exchange(false) ? next_ticks : first_tick);
    {
      const std::lock_guard<std::mutex> lock(workers().mutex);
      for (Worker* each : workers().all)
        if (each->inside) pthread_kill(each->host, SIGURG);
    }
    more_blocks();
  }
}

}  // namespace

void somebody_waits() { waits = true; }

void watch_time() {
  static const bool once = [] {
    struct sigaction action {};
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigaction(SIGURG, &action, nullptr);
    std::thread(keep_time).detach();
    return true;
  }();
  (void)once;
}

void enlist(Worker* worker) {
  const std::lock_guard<std::mutex> lock(workers().mutex);
  workers().all.push_back(worker);
}

void strike_off(Worker* worker) {
  const std::lock_guard<std::mutex> lock(workers().mutex);
  workers().all.erase(std::find(workers().all.begin(), workers().all.end(), worker));
}

bool tell_a_worker(int signal) {
  const std::unique_lock<std::mutex> lock(workers().mutex, std::try_to_lock);
  if (!lock) return false;
  const Worker* found = nullptr;
  for (const Worker* each : workers().all)
    if (each->grid && (!found || each->inside)) found = each;
  return found && pthread_kill(found->host, signal) == 0;
}

}  // namespace retarget_host
