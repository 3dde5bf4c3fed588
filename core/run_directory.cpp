#include "core/run_directory.h"

#include "core/error.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>
#include <vector>

namespace flotsam {

namespace {

constexpr const char* lock_name = ".flotsam.lock";

struct Owner {
    long process = 0;
    std::string host;
};

std::string this_host()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// The "pid host" of a lock file; nothing if it is empty or was cut off while being written.
std::optional<Owner> read_owner(const FileHandle& lock)
{
    std::array<char, 512> bytes{};
    const ssize_t got = ::pread(lock.number(), bytes.data(), bytes.size(), 0);
    if (got <= 0)
        return std::nullopt;
    const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
    Owner owner;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, owner.process);
    if (error != std::errc() || rest == end || *rest != ' ' || text.back() != '\n')
        return std::nullopt;
    owner.host.assign(rest + 1, end - 1);
    return owner;
}

bool is_alive(long process)
{
    return ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
}

[[noreturn]] void refuse_taken(const Path& directory, const Path& lock, const std::optional<Owner>& owner)
{
    std::string text = directory.string() + ": another run is writing here";
    if (owner)
        text += " (process " + std::to_string(owner->process) + " on " + owner->host + ")";
    if (owner && owner->host != this_host())
        text += "; if it is dead, remove " + lock.string();
    throw UserError(text);
}

// "fluid_000123.vtu" is numbered("fluid_", ".vtu"); six digits or more.
bool is_numbered(std::string_view name, std::string_view before, std::string_view after)
{
    if (!name.starts_with(before) || !name.ends_with(after)
        || name.size() < before.size() + after.size() + 6)
        return false;
    const auto digits = name.substr(before.size(), name.size() - before.size() - after.size());
    return std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_temporary(std::string_view name)
{
    return name.starts_with(".") && name.ends_with(".part")
           && is_run_output(name.substr(1, name.size() - 6));
}

std::vector<Path> entries_of(const Path& directory)
{
    std::vector<Path> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end;
         it.increment(error))
        if (it->path().filename() != lock_name)
            entries.push_back(it->path());
    if (error)
        throw_file_error(directory, "cannot list", error.value());
    std::sort(entries.begin(), entries.end());
    return entries;
}

template <class Select> void remove_entries(const Path& directory, Select&& selected)
{
    for (const Path& entry : entries_of(directory)) {
        if (!selected(entry.filename().string()))
            continue;
        std::error_code error;
        std::filesystem::remove_all(entry, error);
        if (error)
            throw_file_error(entry, "cannot remove", error.value());
    }
}

} // namespace

bool is_run_output(std::string_view name)
{
    static constexpr std::array<std::string_view, 15> fixed
        = {"fluid.pvd",    "bodies.pvd", "walls.pvd",    "walls.vtp", "series.csv",  "bodies.csv",
           "contacts.csv", "run.log",    "summary.json", "case.toml", "report.html", "metrics.json",
           "checkpoint",   "frames",     "film.html"};
    return std::find(fixed.begin(), fixed.end(), name) != fixed.end()
           || is_numbered(name, "fluid_", ".vtu") || is_numbered(name, "bodies_", ".vtp")
           || is_numbered(name, "walls_", ".vtp") || is_temporary(name);
}

RunDirectory::RunDirectory(Path path, OpenRun how) : path_(std::move(path))
{
    std::error_code error;
    if (how == OpenRun::resume) {
        if (!std::filesystem::is_directory(path_, error))
            throw UserError(path_.string() + ": no such run directory");
    } else {
        if (std::filesystem::exists(path_, error) && !std::filesystem::is_directory(path_, error))
            throw UserError(path_.string() + ": is a file; use another --out");
        std::filesystem::create_directories(path_, error);
        if (error)
            throw_file_error(path_, "cannot create the run directory", error.value());
    }
    take_lock();
    try {
        if (how == OpenRun::fresh && !entries_of(path_).empty())
            throw UserError(path_.string() + ": exists; use --force or another --out");
        if (how == OpenRun::replace)
            remove_entries(path_, [](const std::string& name) { return is_run_output(name); });
        if (how == OpenRun::resume)
            remove_entries(path_, [](const std::string& name) { return is_temporary(name); });
    } catch (...) {
        release_lock();
        throw;
    }
}

RunDirectory::~RunDirectory() { release_lock(); }

void RunDirectory::take_lock()
{
    const Path name = path_ / lock_name;
    for (;;) {
        FileHandle lock(name, O_RDWR | O_CREAT);
        const bool locked = ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0;
        if (!locked && errno == EWOULDBLOCK)
            refuse_taken(path_, name, read_owner(lock));
        // The run before may have removed its lock between our open and our flock.
        struct stat held {}, named {};
        if (::fstat(lock.number(), &held) != 0)
            throw_file_error(name, "cannot look at", errno);
        if (::stat(name.c_str(), &named) != 0 || held.st_ino != named.st_ino)
            continue;
        // Without flock (some network file systems) the text alone has to tell.
        const std::optional<Owner> owner = read_owner(lock);
        if (owner && (owner->host != this_host() || (!locked && is_alive(owner->process))))
            refuse_taken(path_, name, owner);
        lock_ = std::move(lock);
        try {
            lock_.truncate(0);
            lock_.write(std::to_string(::getpid()) + " " + this_host() + "\n");
        } catch (...) {
            release_lock();
            throw;
        }
        return;
    }
}

void RunDirectory::release_lock()
{
    if (lock_.number() < 0)
        return;
    ::unlink(lock_.path().c_str());
    lock_ = FileHandle();
}

} // namespace flotsam
