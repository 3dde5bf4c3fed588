// The program as a child process: started in a directory, watched, stopped by signals, and what it
// said and how it ended.
#pragma once

#include "tests/support/temporary.h"

#include <chrono>
#include <map>
#include <random>
#include <thread>

namespace flotsam::tests {

struct Ended {
    int code = -1;  // exit code, -1 if a signal ended it
    int signal = 0; // that did
    std::string out, err;
    double seconds = 0.0;

    // Apart from warnings the error text is one line, which begins as all of them do.
    bool is_one_line() const
    {
        std::size_t at = 0;
        while (err.compare(at, 9, "warning: ") == 0 && err.find('\n', at) != std::string::npos)
            at = err.find('\n', at) + 1;
        return err.compare(at, 9, "flotsam: ") == 0 && err.find('\n', at) == err.size() - 1;
    }
    bool says(const std::string& part) const { return err.find(part) != std::string::npos; }
};

struct Surroundings {
    Path directory = ".";                           // to start in
    std::map<std::string, std::string> environment; // added to ours
    rlim_t largest_file = RLIM_INFINITY;            // B: a disk that is full beyond
};

class Child {
public:
    explicit Child(std::vector<std::string> words, const Surroundings& where = {})
        : began_(std::chrono::steady_clock::now())
    {
        words.insert(words.begin(), FLOTSAM_PROGRAM);
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        // Opened here, for the child may be killed before its first instruction.
        const FileHandle out(said_ / "out", O_WRONLY | O_CREAT),
            err(said_ / "err", O_WRONLY | O_CREAT);
        process_ = fork();
        if (process_ != 0)
            return;
        for (const auto& [name, value] : where.environment)
            setenv(name.c_str(), value.c_str(), 1);
        setenv("OMP_WAIT_POLICY", "passive", 0);
        const bool ready = dup2(out.number(), 1) >= 0 && dup2(err.number(), 2) >= 0 &&
                           chdir(where.directory.c_str()) == 0;
        const rlimit limit{where.largest_file, where.largest_file};
        if (!ready || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(99);
        execv(arguments[0], arguments.data());
        _exit(98);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        if (process_ > 0) {
            send(SIGKILL);
            wait();
        }
    }

    void send(int signal) const { kill(process_, signal); }

    bool runs() const
    {
        siginfo_t ended{};
        return waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) ==
                   0 &&
               ended.si_pid == 0;
    }

    // Waits for a file, at most ten seconds; false if the program ended first or it never came.
    bool waits_for(const Path& file) const
    {
        for (int n = 0; n < 10000; ++n) {
            if (std::filesystem::exists(file))
                return true;
            if (!runs())
                return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }

    Ended wait()
    {
        int status = 0;
        waitpid(process_, &status, 0);
        process_ = -1;
        Ended ended;
        ended.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
        if (WIFEXITED(status))
            ended.code = WEXITSTATUS(status);
        else
            ended.signal = WTERMSIG(status);
        ended.out = read_whole_file(said_ / "out");
        ended.err = read_whole_file(said_ / "err");
        return ended;
    }

private:
    TemporaryDirectory said_;
    std::chrono::steady_clock::time_point began_;
    pid_t process_ = -1;
};

inline Ended call(std::vector<std::string> words, const Surroundings& where = {})
{
    return Child(std::move(words), where).wait();
}

inline void rest(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// Names of everything below a directory, in order.
inline std::vector<std::string> tree(const Path& directory)
{
    std::vector<std::string> names;
    if (std::filesystem::exists(directory))
        for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
            names.push_back(entry.path().lexically_relative(directory).string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace flotsam::tests
