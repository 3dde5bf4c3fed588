// Asking a run to stop: SIGINT, SIGTERM and SIGUSR1 raise a flag that the run looks at after each
// accepted step. A second signal ends the process at once; files stay whole, because they grow
// under temporary names.
#pragma once

namespace flotsam::coupling {

// Catches the three signals as long as it lives; what was there before is put back. One at a time.
// A program that ends with the run watches for good: put back, a signal that comes while the last
// memory is freed would end the process by itself, and its exit code would deny a complete run.
class SignalWatch {
public:
    enum class Lasts { while_it_lives, for_good };
    explicit SignalWatch(Lasts lasts = Lasts::while_it_lives);
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

private:
    Lasts lasts_;
};

// The signal that arrived first, or 0. A process that obeys it exits with 128 + signal.
int signal_received();

} // namespace flotsam::coupling
