// A program whose "device" is its own memory, with the recorder that is loaded into real ones; its launches are those
// that tests/capture/small_device.py knows. Its argument is what to do.
#include "recorder.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace retarget_capture;

struct Node {
    std::int64_t value;
    Node* next;
};

static Recorder recorder;
static long& counter = *new long();  // a variable of the module
static int code;

template <typename T>
void put(Launch& l, T value) {
    std::size_t at = (l.arguments.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    l.arguments.resize(at + sizeof(T));
    std::memcpy(l.arguments.data() + at, &value, sizeof value);
    l.parameters.emplace_back(at, sizeof(T));
}

template <typename... A, typename F>
void launch(const char* kernel, unsigned blocks, F run, A... arguments) {
    Launch l{kernel, {{blocks, 1, 1}, {4, 1, 1}, 0}, 0, code, {}, {}, {{"counter", reinterpret_cast<Address>(&counter), sizeof counter}}};
    (put(l, arguments), ...);
    recorder.mutex.lock();
    bool is_captured = recorder.wants(recorder.launched(kernel, l.configuration)) && recorder.before(l);
    run();
    if (is_captured) recorder.after(l);
    recorder.mutex.unlock();
    recorder.total(kernel, l.configuration, 1, 1);
}

int main(int, char** words) {
    std::string what = words[1];
    recorder.read = [](void* to, Address from, std::size_t size) {
        std::memcpy(to, reinterpret_cast<void*>(from), size);
        return true;
    };
    recorder.wait = [] { return true; };
    if (!recorder.start("\"vendor\":\"nvidia\",\"device\":\"memory\",\"architecture\":\"none\",\"driver\":\"\"")) return 3;
    code = recorder.code("code", 4);

    // Arrays that touch each other, the last one larger than a piece of memory.
    constexpr std::size_t N = 1000, MANY = 100000;
    static std::int64_t memory[2 * N + MANY];
    std::int64_t *a = memory, *b = a + N, *many = b + N;
    auto* nodes = static_cast<Node*>(std::malloc(N * sizeof(Node)));
    for (std::size_t i = 0; i < 2 * N + MANY; i++) memory[i] = static_cast<std::int64_t>(i % 97);
    for (std::size_t i = 0; i < N; i++) nodes[i] = {static_cast<std::int64_t>(i), i + 1 < N ? nodes + i + 1 : nullptr};
    recorder.allocated(reinterpret_cast<Address>(a), N * 8, "device");
    recorder.allocated(reinterpret_cast<Address>(b), N * 8, "managed");
    recorder.allocated(reinterpret_cast<Address>(many), MANY * 8, "device");
    recorder.allocated(reinterpret_cast<Address>(nodes), N * sizeof(Node), "device");

    if (what == "right" || what == "cut") {
        for (int round = 0; round < 12; round++)
            launch("twice", 250, [&] { for (std::size_t i = 0; i < N; i++) b[i] += 2 * a[i]; }, b, a, static_cast<std::int32_t>(N));
        launch("fill", 1, [&] { for (auto* p = a; p != b; p++) *p = 7; }, a, b);
        launch("list", 3, [&] { for (Node* p = nodes; p; p = p->next) p->value++, counter++; }, nodes);
        launch("fill", 9, [&] { for (auto* p = many; p != many + MANY; p++) *p = 5; }, many, many + MANY);
    }
    if (what == "sizes")
        for (unsigned blocks = 1; blocks <= 1024; blocks++) launch("fill", blocks, [&] { *a = blocks; }, a, a);
    if (what == "other") launch("twice", 1, [&] { b[3] = 1; }, b, a, static_cast<std::int32_t>(N));
    if (what == "chance") launch("chance", 1, [&] { a[5] = 12345; }, a);
    if (what == "beyond") launch("beyond", 1, [&] { a[0] = 1; }, a);
    if (what == "crash") launch("crash", 1, [&] {}, a);
    if (what == "large") launch("fill", 1, [&] {}, many, many + MANY);
    if (what == "large") launch("twice", 1, [&] { for (std::size_t i = 0; i < 4; i++) b[i] += 2 * a[i]; }, b, a, std::int32_t(4));
    if (what == "freed") {
        recorder.freed(reinterpret_cast<Address>(nodes));
        launch("fill", 1, [&] { for (auto* p = a; p != a + 4; p++) *p = 7; }, a, a + 4, nodes);
    }
    if (what == "cut") std::abort();
    if (what == "fails") return 5;
    recorder.end();
}
