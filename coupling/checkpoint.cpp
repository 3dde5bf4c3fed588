#include "coupling/checkpoint.h"

#include "core/error.h"
#include "coupling/checkpoint_format.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>
#include <type_traits>

namespace flotsam::coupling {

namespace {

constexpr const char* counter_prefix = "counter.";
constexpr const char* suffix = ".checkpoint";
constexpr std::size_t kept = 2;

template <class T> constexpr BlockType type_of()
{
    if constexpr (std::is_same_v<T, double>)
        return BlockType::real;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return BlockType::integer;
    else if constexpr (std::is_same_v<T, Quat>) {
        static_assert(sizeof(Quat) == 32);
        return BlockType::real; // four of them
    } else {
        static_assert(std::is_same_v<T, Vec3> && sizeof(Vec3) == 24);
        return BlockType::vector;
    }
}

// The blocks of a file, asked for one after the other by name; every one must be asked for.
class Reader {
public:
    Reader(const Path& path, BlockFile& file)
        : path_(path), file_(file), used_(file.blocks.size(), false)
    {
    }

    [[noreturn]] void refuse(const std::string& reason) const
    {
        throw UserError(SourcePlace{path_.string(), 0, 0}, "not a usable checkpoint: " + reason);
    }
    template <class T> std::span<const char> find(const std::string& name)
    {
        for (std::size_t n = 0; n < file_.blocks.size(); ++n) {
            const Block& block = file_.blocks[n];
            if (block.name != name)
                continue;
            if (block.type != type_of<T>() || used_[n])
                refuse("block '" + name + "' is of another type than expected, or there twice");
            used_[n] = true;
            return {block.data.data(), block.data.size()};
        }
        refuse("block '" + name + "' is missing");
    }
    template <class T> void value(const std::string& name, T& out)
    {
        const auto data = find<T>(name);
        if (data.size() != sizeof(T))
            refuse("block '" + name + "' holds more than one number");
        std::memcpy(&out, data.data(), sizeof(T));
    }
    Counters counters()
    {
        Counters all;
        const std::string prefix = counter_prefix;
        for (const Block& block : file_.blocks)
            if (block.name.compare(0, prefix.size(), prefix) == 0)
                value(block.name, all[block.name.substr(prefix.size())]);
        return all;
    }
    void check_all_used() const
    {
        for (std::size_t n = 0; n < used_.size(); ++n)
            if (!used_[n])
                refuse("block '" + file_.blocks[n].name + "' is not known to this program");
    }

private:
    const Path& path_;
    BlockFile& file_;
    std::vector<bool> used_;
};

} // namespace

void write_checkpoint(const Path& path, const State& s, const CheckpointLabel& label,
                      const Counters& counters)
{
    // The visitors below only read; each_array and each_scalar exist once, for changeable states.
    State& state = const_cast<State&>(s);
    std::uint32_t blocks = static_cast<std::uint32_t>(counters.size());
    state.each_array([&](const char*, const auto&) { ++blocks; });
    state.each_scalar([&](const char*, const auto&) { ++blocks; });

    BlockWriter writer(path, label.case_hash, label.program, blocks);
    state.each_array([&]<class T>(const char* name, const std::vector<T>& field) {
        writer.block(name, type_of<T>(), field.size() * sizeof(T) / size_of(type_of<T>()),
                     field.data());
    });
    state.each_scalar([&]<class T>(const char* name, const T& value) {
        writer.block(name, type_of<T>(), 1, &value);
    });
    for (const auto& [name, value] : counters)
        writer.block(counter_prefix + name, BlockType::integer, 1, &value);
    writer.finish();
}

Checkpoint read_checkpoint(const Path& path, State& s, std::optional<std::uint64_t> case_hash)
{
    BlockFile file = read_blocks(path);
    Reader reader(path, file);
    if (case_hash && file.case_hash != *case_hash)
        reader.refuse("it belongs to another case");

    State arrays; // until all of it is known to be good
    arrays.each_array([&]<class T>(const char* name, std::vector<T>& field) {
        const auto data = reader.find<T>(name);
        if (data.size() % sizeof(T) != 0)
            reader.refuse("block '" + std::string(name) + "' is cut off");
        field.resize(data.size() / sizeof(T));
        if (!field.empty())
            std::memcpy(static_cast<void*>(field.data()), data.data(), data.size());
    });
    const auto expect_size = [&](std::size_t size, const char* of) {
        return [&reader, size, of](const char* name, const auto& field) {
            if (field.size() != size)
                reader.refuse("block '" + std::string(name) + "' has not one entry a " + of);
        };
    };
    arrays.fluid.each_state(expect_size(arrays.fluid.position.size(), "particle"));
    arrays.bodies.each_field(expect_size(s.bodies.position.size(), "body"));
    arrays.each_resting(expect_size(s.bodies.position.size(), "body"));
    expect_size(s.bodies.position.size(), "body")("body.wet", arrays.wet);
    arrays.settling.each_field(expect_size(s.settling.stage.size(), "body"));
    if (!arrays.contact.warm.consistent() || !arrays.contact.pairs.consistent() ||
        !arrays.springs.consistent())
        reader.refuse("its contact blocks do not fit each other");
    std::vector<double> reals;
    std::vector<std::int64_t> integers;
    s.each_scalar([&]<class T>(const char* name, T&) {
        T value;
        reader.value(name, value);
        if constexpr (std::is_same_v<T, double>)
            reals.push_back(value);
        else
            integers.push_back(value);
    });
    Checkpoint checkpoint{{file.case_hash, file.program}, reader.counters()};
    reader.check_all_used();

    // All is well: now the state may change.
    arrays.fluid.resize(arrays.fluid.position.size());
    s.fluid = std::move(arrays.fluid);
    s.bodies = std::move(arrays.bodies);
    s.contact.warm = std::move(arrays.contact.warm);
    s.contact.pairs = std::move(arrays.contact.pairs);
    s.springs = std::move(arrays.springs);
    s.wet = std::move(arrays.wet);
    s.settling = std::move(arrays.settling); // its book is among the scalars
    std::vector<std::vector<Vec3>*> forces;
    s.each_resting([&](const char*, std::vector<Vec3>& field) { forces.push_back(&field); });
    arrays.each_resting([next = forces.begin()](const char*, std::vector<Vec3>& field) mutable {
        **next++ = std::move(field);
    });
    auto real = reals.begin();
    auto integer = integers.begin();
    s.each_scalar([&]<class T>(const char*, T& value) {
        if constexpr (std::is_same_v<T, double>)
            value = *real++;
        else
            value = *integer++;
    });
    return checkpoint;
}

CheckpointKeeper::CheckpointKeeper(Path directory, CheckpointLabel label)
    : directory_(std::move(directory)), label_(std::move(label))
{
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
        throw_file_error(directory_, "cannot make the directory", error.value());
    // What a killed run left half written would stay for ever.
    for (const auto& entry : std::filesystem::directory_iterator(directory_, error)) {
        const std::string name = entry.path().filename().string();
        std::error_code ignored;
        if (name.starts_with(".step-") && name.ends_with(".part"))
            std::filesystem::remove(entry.path(), ignored);
    }
}

void CheckpointKeeper::keep(const State& s, const Counters& counters)
{
    std::string digits = std::to_string(s.step);
    digits.insert(0, 12 - std::min<std::size_t>(12, digits.size()), '0');
    write_checkpoint(directory_ / ("step-" + digits + suffix), s, label_, counters);
    const std::vector<Path> all = checkpoints_in(directory_);
    std::error_code ignored; // a file that stays does no harm
    for (std::size_t n = kept; n < all.size(); ++n)
        std::filesystem::remove(all[n], ignored);
}

std::vector<Path> checkpoints_in(const Path& directory)
{
    std::vector<Path> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        const std::string name = entry.path().filename().string();
        if (name.rfind("step-", 0) == 0 && entry.path().extension() == suffix)
            found.push_back(entry.path());
    }
    // Twelve digits each, so the order of names is the order of steps.
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

} // namespace flotsam::coupling
