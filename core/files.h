// Files that are whole or absent.
//
// A file is written under a temporary name beside its final one, synced, renamed, and the directory
// synced: whoever finds the final name finds the whole file, also after a power cut. Every return
// value is checked; trouble is a MachineError of one line that names path, action and reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace flotsam {

using Path = std::filesystem::path;

// Throws the MachineError "path: what: reason"; `error` is a value of errno.
[[noreturn]] void throw_file_error(const Path& path, const char* what, int error);

// A file descriptor that is closed when it goes out of scope. Interrupted calls are repeated.
class FileHandle {
public:
    FileHandle() = default;
    FileHandle(Path path, int flags); // as open(2), mode 0666 less the umask, not inherited by exec
    FileHandle(FileHandle&& other) noexcept;
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();

    void write(std::string_view bytes);
    void sync();
    void truncate(std::size_t size);
    void close(); // checked, unlike the destructor's
    int number() const { return number_; }
    const Path& path() const { return path_; }

private:
    Path path_;
    int number_ = -1;
};

// The name under which `path` grows: hidden, in the same directory, ending in ".part".
Path temporary_name(const Path& path);

// Syncs a file that other code has written and closed under temporary_name(path), and gives it its
// final name. On failure the temporary file is removed.
void publish_file(const Path& path);

// A file written piece by piece; absent unless commit() was reached.
class WholeFile {
public:
    explicit WholeFile(Path path);
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;
    ~WholeFile();

    void write(std::string_view bytes) { file_.write(bytes); }
    void commit();

private:
    Path path_;
    FileHandle file_;
    bool committed_ = false;
};

void write_whole_file(const Path& path, std::string_view bytes);
std::string read_whole_file(const Path& path);

// Text that only ever grows, one line a call; each line reaches the file before the call returns.
class TextLog {
public:
    TextLog() = default; // goes nowhere
    explicit TextLog(const Path& path);
    void line(std::string_view text);
    void sync();

private:
    FileHandle file_;
    std::string buffer_;
};

} // namespace flotsam
