#include "coupling/checkpoint_format.h"

#include "core/checksum.h"
#include "core/error.h"

#include <cstring>

namespace flotsam::coupling {

namespace {

constexpr std::string_view head_mark = "flotsamC", tail_mark = "flotsamE";
constexpr std::uint32_t format = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::uint32_t block_mark = 0x4B434C42; // "BLCK"
constexpr std::uint64_t most_name = 1000;
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr bool minds_checksums = false; // or no change of a fuzzer would ever get past them
#else
constexpr bool minds_checksums = true;
#endif

template <class T> void append(std::string& text, T value)
{
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    text.append(bytes, sizeof(T));
}

void append_checksum(std::string& text) { append(text, checksum(text.data(), text.size())); }

// Reads on through the bytes; never beyond their end.
class Cursor {
public:
    Cursor(const Path& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

    [[noreturn]] void refuse(const std::string& reason) const
    {
        throw UserError(SourcePlace{path_.string(), 0, 0},
                        "not a usable checkpoint: " + part_ + " at byte " + std::to_string(begin_) +
                            ": " + reason);
    }
    void begin(std::string part)
    {
        part_ = std::move(part);
        begin_ = at_;
    }
    void rename(std::string part) { part_ = std::move(part); }

    std::string_view take(std::uint64_t count)
    {
        if (count > bytes_.size() - at_)
            refuse("the file ends too early (" + std::to_string(bytes_.size()) + " bytes)");
        const std::string_view piece = bytes_.substr(at_, count);
        at_ += count;
        return piece;
    }
    template <class T> T number()
    {
        T value;
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }
    // The checksum that stands here is that of everything since begin().
    void check_part()
    {
        const auto sum = checksum(bytes_.data() + begin_, at_ - begin_);
        if (number<std::uint64_t>() != sum && minds_checksums)
            refuse("wrong checksum: the file is damaged");
    }
    std::size_t at() const { return at_; }

private:
    const Path& path_;
    std::string_view bytes_;
    std::size_t at_ = 0, begin_ = 0;
    std::string part_;
};

std::uint32_t read_header(Cursor& cursor, BlockFile& file)
{
    cursor.begin("header");
    if (cursor.take(head_mark.size()) != head_mark)
        cursor.refuse("does not begin like one");
    const auto version = cursor.number<std::uint32_t>();
    const auto order = cursor.number<std::uint32_t>();
    if (order != byte_order)
        cursor.refuse("written on a machine of the other byte order, or damaged");
    if (version != format)
        cursor.refuse("format " + std::to_string(version) + ", this program reads format " +
                      std::to_string(format));
    file.case_hash = cursor.number<std::uint64_t>();
    const auto blocks = cursor.number<std::uint32_t>();
    const auto length = cursor.number<std::uint32_t>();
    file.program = cursor.take(length);
    cursor.check_part();
    return blocks;
}

Block read_block(Cursor& cursor, std::uint32_t number)
{
    cursor.begin("block " + std::to_string(number + 1));
    Block block;
    if (cursor.number<std::uint32_t>() != block_mark)
        cursor.refuse("does not begin like a block: the file is damaged");
    block.type = static_cast<BlockType>(cursor.number<std::uint32_t>());
    const auto length = cursor.number<std::uint64_t>();
    block.count = cursor.number<std::uint64_t>();
    if (length > most_name)
        cursor.refuse("name too long: the file is damaged");
    block.name = cursor.take(length);
    const auto sum = cursor.number<std::uint64_t>();
    cursor.check_part();
    cursor.rename("block '" + block.name + "'");
    const std::size_t size = size_of(block.type);
    if (size == 0 || block.count > UINT64_MAX / size)
        cursor.refuse("a type or count that this program does not know");
    block.data = cursor.take(block.count * size);
    if (minds_checksums && checksum(block.data.data(), block.data.size()) != sum)
        cursor.refuse("wrong checksum of the data: the file is damaged");
    return block;
}

void read_trailer(Cursor& cursor, std::size_t size)
{
    cursor.begin("end");
    if (cursor.take(tail_mark.size()) != tail_mark)
        cursor.refuse("does not end like one");
    if (cursor.number<std::uint64_t>() != size)
        cursor.refuse("the file is " + std::to_string(size) + " bytes long and should not be");
    cursor.check_part();
    if (cursor.at() != size)
        cursor.refuse("something follows the end");
}

} // namespace

std::size_t size_of(BlockType type)
{
    switch (type) {
    case BlockType::real:
    case BlockType::integer:
        return 8;
    case BlockType::vector:
        return 24;
    default:
        return 0;
    }
}

BlockWriter::BlockWriter(const Path& path, std::uint64_t case_hash, const std::string& program,
                         std::uint32_t blocks)
    : file_(path), left_(blocks)
{
    std::string header(head_mark);
    append(header, format);
    append(header, byte_order);
    append(header, case_hash);
    append(header, blocks);
    append(header, static_cast<std::uint32_t>(program.size()));
    header += program;
    append_checksum(header);
    put(header);
}

void BlockWriter::put(std::string_view bytes)
{
    file_.write(bytes);
    written_ += bytes.size();
}

void BlockWriter::block(std::string_view name, BlockType type, std::uint64_t count,
                        const void* data)
{
    expects(left_ > 0, "a checkpoint has as many blocks as announced");
    --left_;
    const std::size_t size = count * size_of(type);
    std::string lines;
    append(lines, block_mark);
    append(lines, static_cast<std::uint32_t>(type));
    append(lines, static_cast<std::uint64_t>(name.size()));
    append(lines, count);
    lines += name;
    append(lines, checksum(data, size));
    append_checksum(lines);
    put(lines);
    put({static_cast<const char*>(data), size});
}

void BlockWriter::finish()
{
    expects(left_ == 0, "a checkpoint has as many blocks as announced");
    std::string trailer(tail_mark);
    append(trailer, written_ + tail_mark.size() + 2 * sizeof(std::uint64_t));
    append_checksum(trailer);
    put(trailer);
    file_.commit();
}

BlockFile read_blocks(const Path& path)
{
    BlockFile file;
    file.bytes = read_whole_file(path);
    Cursor cursor(path, file.bytes);
    const std::uint32_t blocks = read_header(cursor, file);
    for (std::uint32_t n = 0; n < blocks; ++n)
        file.blocks.push_back(read_block(cursor, n));
    read_trailer(cursor, file.bytes.size());
    return file;
}

} // namespace flotsam::coupling
