// Operations of a wave: which lanes meet, and what they exchange.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "block.h"

namespace retarget_host {

namespace {

// The calls in which a thread waits, from the kernel inwards: its place in the order of the code. Programs are
// compiled with frame pointers.
struct Calls {
  const void* at[48];
  unsigned count = 0;
  explicit Calls(const Thread& thread) {
    const Strand& strand = *thread.strand;
    for (const void* frame = thread.frame;
         frame >= strand.low && static_cast<const char*>(frame) + 16 <= strand.high && count < 48;) {
      const void* const* words = static_cast<const void* const*>(frame);
      at[count++] = words[1];
      if (words[0] <= frame) break;
      frame = words[0];
    }
    std::reverse(at, at + count);
  }
  bool operator<(const Calls& o) const { return std::lexicographical_compare(at, at + count, o.at, o.at + o.count); }
  bool operator==(const Calls& o) const { return std::equal(at, at + count, o.at, o.at + o.count); }
};

std::uint64_t bit(unsigned lane) { return 1ull << lane; }

}  // namespace

// The lanes, a bit each, that do their operation together now; 0 where none waits for one.
//
// Lanes with a mask go together when all of it is there. Of the others, those that come first in the code: lanes that
// took a branch reach its operations before all lanes meet behind it. While other lanes run, only a mask can be whole.
std::uint64_t Worker::meeting(unsigned first, unsigned end, bool others_run) const {
  std::uint64_t living = 0, same = 0;
  const Thread* waiting = nullptr;
  std::optional<Calls> earliest;
  for (unsigned i = first; i < end; ++i)
    if (threads[i].state != State::done) living |= bit(i - first);
  for (unsigned i = first; i < end; ++i) {
    const Thread& lane = threads[i];
    if (lane.state != State::wave) continue;
    waiting = &lane;
    if (!lane.expected && others_run) continue;
    if (!lane.expected) {
      const Calls mine(lane);
      if (!earliest || mine < *earliest) {
        earliest = mine;
        same = 0;
      }
      if (mine == *earliest) same |= bit(i - first);
      continue;
    }
    std::uint64_t here = 0;
    for (unsigned j = first; j < end; ++j) {
      const Thread& other = threads[j];
      if (other.state == State::wave && other.expected == lane.expected && other.operation == lane.operation)
        here |= bit(j - first);
    }
    const std::uint64_t wanted = lane.expected & living;
    if ((here & wanted) == wanted) return here;
  }
  if (same || !waiting || others_run) return same;
  // masks that name lanes which wait elsewhere: a device without masks goes on with those that are here
  complain("a warp operation names lanes that do not come to it: they wait elsewhere");
  for (unsigned i = first; i < end; ++i)
    if (threads[i].state == State::wave && threads[i].expected == waiting->expected) same |= bit(i - first);
  return same;
}

// Does one operation of a wave; false where none can be done.
bool Worker::resolve_wave(unsigned wave, bool others_run) {
  const unsigned width = settings().wave, first = wave * width, end = std::min(first + width, grid->count);
  const std::uint64_t members = meeting(first, end, others_run);
  if (!members) return false;
  std::uint64_t votes = 0;
  for (unsigned i = first; i < end; ++i)
    if (members & bit(i - first) && threads[i].value) votes |= bit(i - first);
  const std::size_t before = freed_.size();
  for (unsigned i = end; i-- > first;) {  // the next to go on comes last
    if (!(members & bit(i - first))) continue;
    Thread& lane = threads[i];
    if (lane.operation == Operation::ballot) lane.result = votes;
    if (lane.operation == Operation::exchange && lane.source < width && members & bit(lane.source))
      lane.result = threads[first + lane.source].value;
    ++lane.wave_epoch;
    lane.state = State::ready;
    freed_.push_back(i);
  }
  alive_[wave] += freed_.size() - before;
  if (settings().shuffled) std::shuffle(freed_.begin() + before, freed_.end(), random_);
  return true;
}

}  // namespace retarget_host
