// A directory for one test's files, removed at its end, and a disk that fills up.
#pragma once

#include "core/error.h"
#include "core/files.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

namespace flotsam::tests {

class TemporaryDirectory {
public:
    TemporaryDirectory()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "flotsam-test-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw_file_error(pattern, "cannot create", errno);
        path_ = pattern;
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const Path& path() const { return path_; }
    Path operator/(const std::string& name) const { return path_ / name; }

    // Names of everything inside, hidden ones too, in order.
    std::vector<std::string> names() const
    {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(path_))
            found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    Path path_;
};

// Runs `action` in a child process in which no file may grow beyond `bytes`, which is how a full
// disk looks to a program. Returns the message of the MachineError, "no error" or "other error".
template <class Action> std::string on_a_full_disk(rlim_t bytes, Action&& action)
{
    int ends[2];
    if (pipe(ends) != 0)
        throw MachineError("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::string told = "no error";
        try {
            action();
        } catch (const MachineError& error) {
            told = error.what();
        } catch (...) {
            told = "other error";
        }
        const auto written = write(ends[1], told.data(), told.size());
        _exit(written == static_cast<ssize_t>(told.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string told;
    char piece[512];
    for (ssize_t got = 0; (got = read(ends[0], piece, sizeof piece)) > 0;)
        told.append(piece, static_cast<std::size_t>(got));
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return told;
}

} // namespace flotsam::tests
