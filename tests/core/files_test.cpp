#include "core/files.h"

#include "tests/support/temporary.h"

#include <doctest/doctest.h>

using namespace flotsam;
using tests::TemporaryDirectory;

namespace {

std::string message_of(const auto& action)
{
    try {
        action();
    } catch (const MachineError& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_SUITE("unit")
{
    TEST_CASE("a whole file reads back byte for byte and leaves no temporary behind")
    {
        const TemporaryDirectory dir;
        std::string bytes(300'000, '\0');
        for (std::size_t n = 0; n < bytes.size(); ++n)
            bytes[n] = static_cast<char>(n * 7);
        write_whole_file(dir / "a.bin", "old");
        write_whole_file(dir / "a.bin", bytes);
        CHECK(read_whole_file(dir / "a.bin") == bytes);
        CHECK(dir.names() == std::vector<std::string>{"a.bin"});
    }

    TEST_CASE("a file that was not committed is absent and the old one untouched")
    {
        const TemporaryDirectory dir;
        write_whole_file(dir / "a.txt", "old");
        {
            WholeFile file(dir / "a.txt");
            file.write("new");
            CHECK(read_whole_file(dir / "a.txt") == "old");
        }
        CHECK(read_whole_file(dir / "a.txt") == "old");
        CHECK(dir.names() == std::vector<std::string>{"a.txt"});
    }

    TEST_CASE("a full disk is one line with path and reason and leaves no file")
    {
        const TemporaryDirectory dir;
        const std::string told = tests::on_a_full_disk(
            1000, [&] { write_whole_file(dir / "big.bin", std::string(5000, 'x')); });
        CHECK(told == (dir / ".big.bin.part").string() + ": cannot write: File too large");
        CHECK(dir.names().empty());
    }

    TEST_CASE("a path below a file is a machine error that names it")
    {
        const TemporaryDirectory dir;
        write_whole_file(dir / "file", "x");
        const Path below = dir / "file" / "inner.txt";
        CHECK(message_of([&] { write_whole_file(below, "y"); }).find("Not a directory")
              != std::string::npos);
        CHECK(message_of([&] { read_whole_file(dir / "none"); })
              == (dir / "none").string() + ": cannot open: No such file or directory");
    }

    TEST_CASE("a final name that cannot be replaced leaves neither file nor temporary")
    {
        const TemporaryDirectory dir;
        std::filesystem::create_directories(dir / "taken" / "inner");
        const std::string told = message_of([&] { write_whole_file(dir / "taken", "x"); });
        CHECK(told.find("cannot rename") != std::string::npos);
        CHECK(dir.names() == std::vector<std::string>{"taken"});

        { FileHandle(temporary_name(dir / "taken"), O_WRONLY | O_CREAT).write("by other code"); }
        CHECK(message_of([&] { publish_file(dir / "taken"); }).find("cannot rename")
              != std::string::npos);
        CHECK(dir.names() == std::vector<std::string>{"taken"});
    }

    TEST_CASE("a file other code wrote under the temporary name gets its final name")
    {
        const TemporaryDirectory dir;
        { FileHandle(temporary_name(dir / "a.vtu"), O_WRONLY | O_CREAT).write("by other code"); }
        publish_file(dir / "a.vtu");
        CHECK(read_whole_file(dir / "a.vtu") == "by other code");
        CHECK(dir.names() == std::vector<std::string>{"a.vtu"});
    }

    TEST_CASE("a log keeps what it had and tells of a full disk")
    {
        const TemporaryDirectory dir;
        { TextLog(dir / "run.log").line("first"); }
        { TextLog(dir / "run.log").line("second"); }
        CHECK(read_whole_file(dir / "run.log") == "first\nsecond\n");
        const std::string told = tests::on_a_full_disk(20, [&] {
            TextLog log(dir / "run.log");
            for (int n = 0; n < 10; ++n)
                log.line("more");
        });
        CHECK(told == (dir / "run.log").string() + ": cannot write: File too large");
        TextLog().line("nowhere");
    }
}
