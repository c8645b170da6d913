// SPDX-License-Identifier: MIT
#include "report.h"

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "accesses.h"
#include "memory.h"

extern char** environ;

namespace retarget_host {

namespace {

constexpr int exit_fault = 77;  // told apart from the program's own codes; documented in docs/host.md
constexpr int invalid_value = 1, invalid_configuration = 9;
thread_local int last = 0;

std::string kernel_name(const char* pretty) {
  // `void name(int*) [with T = float]` or `void name(int *) [T = float]`: from the return type on to the bracket
  std::string text(pretty);
  const std::size_t end = text.find(" [");
  std::string head = text.substr(0, end);
  std::size_t depth = 0, close = head.rfind(')');
  std::size_t open = close;
  for (std::size_t i = close; i != std::string::npos && i + 1 > 0; --i) {
    if (head[i] == ')') ++depth;
    if (head[i] == '(' && --depth == 0) {
      open = i;
      break;
    }
  }
  if (open != std::string::npos) head = head.substr(0, open);
  const std::size_t blank = head.rfind(' ');
  if (blank != std::string::npos) head = head.substr(blank + 1);
  if (end != std::string::npos) {
    std::string with = text.substr(end + 2, text.size() - end - 3);
    if (with.rfind("with ", 0) == 0) with = with.substr(5);
    head += " [" + with + "]";
  }
  return head;
}

std::string place() {
  const Worker& w = worker();
  if (!w.grid) return "";
  char text[256];
  std::snprintf(text, sizeof text, ", block (%u, %u, %u), thread (%u, %u, %u)", ::blockIdx.x, ::blockIdx.y,
                ::blockIdx.z, ::threadIdx.x, ::threadIdx.y, ::threadIdx.z);
  return "  in kernel " + kernel_name(w.grid->kernel) + (w.inside ? text : "") + "\n";
}

[[noreturn]] void stop(const std::string& what, const void* code) {
  std::fflush(stdout);
  const std::string line = code ? line_of(code) : "";
  std::string text = "retarget: fault: " + what + "\n" + place();
  if (!line.empty()) text += "  at " + line + "\n";
  if (write(2, text.data(), text.size()) < 0) std::_Exit(exit_fault);
  std::_Exit(exit_fault);
}

void on_signal(int number, siginfo_t* info, void* state) {
  const void* code = code_of(state);
  if (number == SIGALRM && !(this_worker && this_worker->grid) && tell_a_worker(number)) return;
  const auto* next = static_cast<const char*>(code) + 1;  // line_of() takes the address behind an instruction
  if (number == SIGALRM && worker().code && (!on_device() || line_of(next).empty())) {  // in the runtime itself
    worker().stand_in();
    next = static_cast<const char*>(worker().code);
  }
  if (!on_device() && (number == SIGABRT || !is_device_range(info->si_addr))) {  // the program's own business
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  if (number == SIGFPE && overflowing_quotient(state)) return;
  char what[160];
  if (number == SIGFPE) {
    std::snprintf(what, sizeof what, "integer division by zero (a device gives an undefined result)");
  } else if (number == SIGABRT) {
    std::snprintf(what, sizeof what, "the kernel aborted: an assertion failed, or abort() was called");
  } else if (number == SIGALRM || number == SIGTERM) {
    std::snprintf(what, sizeof what, "the kernel was stopped: it ran too long");
  } else {
    const auto* low = worker().stack_low();
    const auto* at = static_cast<const char*>(info->si_addr);
    if (low && at >= low && at < low + 2 * sysconf(_SC_PAGESIZE))
      std::snprintf(what, sizeof what, "a thread's stack is full (RETARGET_STACK gives its bytes)");
    else if (is_device_range(at))
      std::snprintf(what, sizeof what, "%s uses device memory that is not allocated, at %p",
                    on_device() ? "the device" : "the host", static_cast<const void*>(at));
    else
      std::snprintf(what, sizeof what, "an invalid address is used: %p", static_cast<const void*>(at));
  }
  stop(what, next);
}

}  // namespace

const void* code_of(void* state) {
  const auto* context = static_cast<ucontext_t*>(state);
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(context->uc_mcontext.pc);
#else
  (void)context;
  return nullptr;
#endif
}

std::string line_of(const void* code) {
  static const std::string own_sources = std::string(__FILE__, sizeof __FILE__ - sizeof "report.cpp");
  static const std::uintptr_t base = [] {  // position-independent code lies elsewhere than its debug lines say
    std::uintptr_t found = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
          *static_cast<std::uintptr_t*>(out) = info->dlpi_addr;  // of the program, which comes first
          return 1;
        },
        &found);
    return found;
  }();
  char own[512];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return "";
  own[length] = 0;
  const auto at = reinterpret_cast<std::uintptr_t>(code) - 1;  // a return address stands behind its call
  char address[32];
  std::snprintf(address, sizeof address, "0x%lx", at - base);
  int ends[2];
  if (pipe(ends) != 0) return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const char* const words[] = {"addr2line", "-i", "-e", own, address, nullptr};
  pid_t child;
  const int failed = posix_spawnp(&child, "addr2line", &actions, nullptr, const_cast<char**>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (!failed) {
    char buffer[512];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, got);
    waitpid(child, nullptr, 0);
  }
  close(ends[0]);
  // inlined calls come innermost first: the first line that is not of the runtime's headers is the user's
  for (std::size_t from = 0; from < text.size();) {
    std::size_t to = text.find('\n', from);
    if (to == std::string::npos) to = text.size();
    std::string line = text.substr(from, to - from);
    from = to + 1;
    if (line.rfind("??", 0) == 0 || line.rfind(own_sources, 0) == 0 || line.find("/retarget_host/") != std::string::npos ||
        line.find("retarget_hip/") != std::string::npos || line.find("/include/c++/") != std::string::npos)
      continue;
    const std::size_t more = line.find(" (discriminator");
    return more == std::string::npos ? line : line.substr(0, more);
  }
  return "";
}

void watch_faults() {
  static const bool once = [] {
    const std::size_t size = 64 << 10;
    stack_t other{};
    other.ss_sp = std::malloc(size);
    other.ss_size = size;
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaddset(&action.sa_mask, SIGURG);  // no thread is set aside in here
    for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGALRM, SIGABRT}) sigaction(number, &action, nullptr);
    return true;
  }();
  (void)once;
  static thread_local const bool own = [] {  // an overflowing stack cannot serve its own handler
    stack_t other{};
    other.ss_size = 64 << 10;
    other.ss_sp = std::malloc(other.ss_size);
    sigaltstack(&other, nullptr);
    return true;
  }();
  (void)own;
}

std::string kernel_of(const Grid& grid) { return kernel_name(grid.kernel); }

void kernel_starts(const Grid& grid) {
  if (!settings().check) return;
  static const bool once = std::atexit(tell_races) == 0;
  (void)once;
  start_checking(grid);
}

void kernel_ends(const Grid& grid) {
  tell_accesses(grid);
  static std::FILE* trace = settings().trace ? std::fopen(settings().trace, "w") : nullptr;
  if (!trace) return;
  std::fprintf(trace, "%lu\t%016lx\t%s\n", grid.number, static_cast<unsigned long>(digest_of_memory()),
               kernel_name(grid.kernel).c_str());
  std::fflush(trace);
}

int launch_error(dim3 grid, dim3 block, std::size_t shared) {
  const std::uint64_t count = std::uint64_t{block.x} * block.y * block.z;
  if (count == 0 || count > 1024 || block.z > language_depth()) return invalid_configuration;
  if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
    return invalid_configuration;
  // what a block may have: 64 KiB on AMD's gfx90a and gfx942, 227 KiB on NVIDIA's sm_90
  return shared > (language_wave() ? 227u << 10 : 64u << 10) ? invalid_value : 0;
}

void set_last_error(int error) {
  if (error) last = error;
}

int last_error(bool clear) {
  const int found = last;
  if (clear) last = 0;
  return found;
}

void fault_at(const char* what, const void* code) { stop(what, code); }
void fault(const char* what) { stop(what, worker().inside ? worker().threads[worker().current].site : nullptr); }

bool complain(const char* what) {
  if (settings().check) fault(what);
  static std::set<std::string> told;
  if (!told.insert(what).second) return false;
  std::fprintf(stderr, "retarget: warning: %s\n%s", what, place().c_str());
  return true;
}

void unsupported(const char* what) {
  stop(std::string("the host target does not support ") + what, __builtin_return_address(0));
}

void trap(const char* what) { stop(what, __builtin_return_address(0)); }

}  // namespace retarget_host
