// Asking a run to stop: SIGINT, SIGTERM and SIGUSR1 raise a flag that the run looks at after each
// accepted step. A second signal ends the process at once; files stay whole, because they grow
// under temporary names.
#pragma once

namespace flotsam::coupling {

// Catches the three signals as long as it lives; what was there before is put back. One at a time.
class SignalWatch {
public:
    SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();
};

// The signal that arrived first, or 0. A process that obeys it exits with 128 + signal.
int signal_received();

} // namespace flotsam::coupling
