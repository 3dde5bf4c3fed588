#include "coupling/signals.h"

#include "core/error.h"

#include <csignal>
#include <unistd.h>

#include <array>

namespace flotsam::coupling {

namespace {

constexpr std::array<int, 3> watched{SIGINT, SIGTERM, SIGUSR1};

volatile std::sig_atomic_t received = 0;
bool watching = false;
std::array<struct sigaction, watched.size()> earlier{};

extern "C" void note_signal(int signal)
{
    if (received != 0)
        ::_exit(128 + signal);
    received = signal;
}

} // namespace

SignalWatch::SignalWatch(Lasts lasts) : lasts_(lasts)
{
    expects(!watching, "there is one watch for signals");
    watching = true;
    received = 0;
    struct sigaction action {};
    action.sa_handler = note_signal;
    ::sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART; // a write in progress is not cut short
    for (std::size_t k = 0; k < watched.size(); ++k)
        ::sigaction(watched[k], &action, &earlier[k]);
}

SignalWatch::~SignalWatch()
{
    if (lasts_ == Lasts::for_good)
        return;
    for (std::size_t k = 0; k < watched.size(); ++k)
        ::sigaction(watched[k], &earlier[k], nullptr);
    received = 0;
    watching = false;
}

int signal_received() { return received; }

} // namespace flotsam::coupling
