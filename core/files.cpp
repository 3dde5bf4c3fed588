#include "core/files.h"

#include "core/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace flotsam {

namespace {

// Repeats a system call that a signal interrupted.
template <class Call> auto uninterrupted(Call&& call)
{
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

Path directory_of(const Path& path)
{
    const Path parent = path.parent_path();
    return parent.empty() ? Path(".") : parent;
}

// Makes a rename last. File systems that cannot sync a directory say EINVAL; theirs is the risk.
void sync_directory(const Path& directory)
{
    const FileHandle handle(directory, O_RDONLY | O_DIRECTORY);
    const int result = uninterrupted([&] { return ::fsync(handle.number()); });
    if (result != 0 && errno != EINVAL)
        throw_file_error(directory, "cannot sync the directory", errno);
}

void move_to_final_name(const Path& from, const Path& path)
{
    if (::rename(from.c_str(), path.c_str()) != 0)
        throw_file_error(path, "cannot rename the finished file to this name", errno);
    sync_directory(directory_of(path));
}

} // namespace

void throw_file_error(const Path& path, const char* what, int error)
{
    throw MachineError(path.string() + ": " + what + ": " + std::generic_category().message(error));
}

FileHandle::FileHandle(Path path, int flags) : path_(std::move(path))
{
    number_ = uninterrupted([&] { return ::open(path_.c_str(), flags | O_CLOEXEC, 0666); });
    if (number_ < 0)
        throw_file_error(path_, "cannot open", errno);
}

FileHandle::FileHandle(FileHandle&& other) noexcept
    : path_(std::move(other.path_)), number_(std::exchange(other.number_, -1))
{
}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept
{
    std::swap(path_, other.path_);
    std::swap(number_, other.number_);
    return *this;
}

FileHandle::~FileHandle()
{
    if (number_ >= 0)
        ::close(number_);
}

void FileHandle::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = uninterrupted([&] { return ::write(number_, bytes.data(), bytes.size()); });
        if (written < 0)
            throw_file_error(path_, "cannot write", errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void FileHandle::sync()
{
    if (uninterrupted([&] { return ::fsync(number_); }) != 0)
        throw_file_error(path_, "cannot sync", errno);
}

void FileHandle::truncate(std::size_t size)
{
    if (uninterrupted([&] { return ::ftruncate(number_, static_cast<off_t>(size)); }) != 0)
        throw_file_error(path_, "cannot truncate", errno);
}

void FileHandle::close()
{
    // Linux frees the descriptor whatever close() says, so it is not repeated.
    if (::close(std::exchange(number_, -1)) != 0 && errno != EINTR)
        throw_file_error(path_, "cannot close", errno);
}

Path temporary_name(const Path& path)
{
    return directory_of(path) / ("." + path.filename().string() + ".part");
}

void publish_file(const Path& path)
{
    const Path temporary = temporary_name(path);
    try {
        FileHandle file(temporary, O_RDONLY);
        file.sync();
        file.close();
        move_to_final_name(temporary, path);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
}

WholeFile::WholeFile(Path path)
    : path_(std::move(path)), file_(temporary_name(path_), O_WRONLY | O_CREAT | O_TRUNC)
{
}

WholeFile::~WholeFile()
{
    if (!committed_)
        ::unlink(file_.path().c_str());
}

void WholeFile::commit()
{
    file_.sync();
    file_.close();
    move_to_final_name(file_.path(), path_);
    committed_ = true;
}

void write_whole_file(const Path& path, std::string_view bytes)
{
    WholeFile file(path);
    file.write(bytes);
    file.commit();
}

std::string read_whole_file(const Path& path)
{
    FileHandle file(path, O_RDONLY);
    struct stat facts {};
    if (::fstat(file.number(), &facts) != 0)
        throw_file_error(path, "cannot look at", errno);
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(facts.st_size));
    char piece[1 << 16];
    for (;;) {
        const auto got = uninterrupted([&] { return ::read(file.number(), piece, sizeof piece); });
        if (got < 0)
            throw_file_error(path, "cannot read", errno);
        if (got == 0)
            return bytes;
        bytes.append(piece, static_cast<std::size_t>(got));
    }
}

TextLog::TextLog(const Path& path) : file_(path, O_WRONLY | O_CREAT | O_APPEND) {}

void TextLog::line(std::string_view text)
{
    if (file_.number() < 0)
        return;
    buffer_.assign(text);
    buffer_ += '\n';
    file_.write(buffer_);
}

void TextLog::sync()
{
    if (file_.number() >= 0)
        file_.sync();
}

} // namespace flotsam
