#include "core/io/frame_writer.h"

#include "core/error.h"
#include "core/io/pvd.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <new>
#include <thread>
#include <variant>

namespace flotsam::io {

namespace {

enum class Kind : std::size_t { fluid, bodies, walls, static_walls };
constexpr std::size_t kinds = 4;
constexpr int most_in_flight = 2; // of a kind

struct Series {
    const char* stem;
    const char* extension;
    bool numbered;
};
constexpr std::array<Series, kinds> series{
    {{"fluid", ".vtu", true}, {"bodies", ".vtp", true}, {"walls", ".vtp", true}, {"walls", ".vtp", false}}};

struct Job {
    Kind kind = Kind::fluid;
    std::variant<ParticleFrame, SurfaceFrame> frame;

    const FrameHeader& header() const
    {
        return std::visit([](const auto& f) -> const FrameHeader& { return f.header; }, frame);
    }
};

std::string file_name(const Series& s, std::int64_t number)
{
    if (!s.numbered)
        return std::string(s.stem) + s.extension;
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
    return std::string(s.stem) + "_" + digits + s.extension;
}

// Removes stem_*.ext that the index does not list: frames later than the restart, or renamed just
// before the run was killed.
void remove_unlisted(const Path& directory, const Series& s, const PvdIndex& index)
{
    const std::string before = std::string(s.stem) + "_";
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(before) && name.ends_with(s.extension) && !index.lists(name))
            std::filesystem::remove(entry.path(), error);
    }
    if (error)
        throw_file_error(directory, "cannot clear later frames", error.value());
}

// Signals belong to the main thread; a thread started inside this scope never receives one.
class SignalsBlocked {
public:
    SignalsBlocked()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

} // namespace

class FrameWriter::Worker {
public:
    explicit Worker(FrameOptions options) : options_(std::move(options))
    {
        prepare_vtk();
        for (const Series& s : series) {
            const Path path = options_.directory / (std::string(s.stem) + ".pvd");
            PvdIndex index = options_.resume_at ? PvdIndex::load(path, *options_.resume_at) : PvdIndex(path);
            if (options_.resume_at && s.numbered && std::filesystem::exists(path)) {
                index.write();
                remove_unlisted(options_.directory, s, index);
            }
            index_.push_back(std::move(index));
        }
        const SignalsBlocked quiet;
        thread_ = std::thread([this] { work(); });
    }

    ~Worker() { stop(); }

    void submit(Job job)
    {
        std::unique_lock lock(mutex_);
        int& count = in_flight_[static_cast<std::size_t>(job.kind)];
        expects(!stopping_, "frames are submitted before the writer is finished");
        changed_.wait(lock, [&] { return count < most_in_flight || failed(); });
        rethrow();
        ++count;
        queue_.push_back(std::move(job));
        changed_.notify_all();
    }

    void drain()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return failed() || nothing_in_flight(); });
        rethrow();
    }

    void stop()
    {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            changed_.notify_all();
        }
        if (thread_.joinable())
            thread_.join();
    }

private:
    bool failed() const { return !error_.empty(); }
    void rethrow() const
    {
        if (failed())
            throw MachineError(error_);
    }
    bool nothing_in_flight() const
    {
        return std::all_of(in_flight_.begin(), in_flight_.end(), [](int count) { return count == 0; });
    }

    void work()
    {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return !queue_.empty() || stopping_; });
            if (queue_.empty() || failed())
                return;
            {
                const Job job = std::move(queue_.front());
                queue_.pop_front();
                lock.unlock();
                const std::string error = try_to_write(job);
                lock.lock();
                error_ = error;
                --in_flight_[static_cast<std::size_t>(job.kind)];
            }
            changed_.notify_all();
        }
    }

    std::string try_to_write(const Job& job)
    {
        try {
            write(job);
            return {};
        } catch (const std::bad_alloc&) {
            return options_.directory.string() + ": out of memory while writing a frame";
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    void write(const Job& job)
    {
        const auto kind = static_cast<std::size_t>(job.kind);
        const std::string name = file_name(series[kind], job.header().number);
        const Path path = options_.directory / name;
        if (const auto* particles = std::get_if<ParticleFrame>(&job.frame))
            write_particles(path, *particles, options_.compression);
        else
            write_surface(path, std::get<SurfaceFrame>(job.frame), options_.compression);
        if (series[kind].numbered)
            index_[kind].add(job.header().time, name);
    }

    FrameOptions options_;
    std::vector<PvdIndex> index_; // by kind; touched by the thread alone once it runs
    std::mutex mutex_;            // guards what follows
    std::condition_variable changed_;
    std::deque<Job> queue_;
    std::array<int, kinds> in_flight_{};
    std::string error_;
    bool stopping_ = false;
    std::thread thread_;
};

FrameWriter::FrameWriter(FrameOptions options) : worker_(std::make_unique<Worker>(std::move(options))) {}

FrameWriter::~FrameWriter() = default;

void FrameWriter::submit(ParticleFrame frame) { worker_->submit({Kind::fluid, std::move(frame)}); }

void FrameWriter::submit_bodies(SurfaceFrame frame) { worker_->submit({Kind::bodies, std::move(frame)}); }

void FrameWriter::submit_walls(SurfaceFrame frame) { worker_->submit({Kind::walls, std::move(frame)}); }

void FrameWriter::submit_static_walls(SurfaceFrame frame)
{
    worker_->submit({Kind::static_walls, std::move(frame)});
}

void FrameWriter::drain() { worker_->drain(); }

void FrameWriter::finish()
{
    worker_->drain();
    worker_->stop();
}

} // namespace flotsam::io
