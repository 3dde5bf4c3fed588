// The bytes of a checkpoint: blocks under checksums, whatever they mean. See checkpoint.h.
#pragma once

#include "core/files.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flotsam::coupling {

enum class BlockType : std::uint32_t { real = 1, integer = 2, vector = 3 };
std::size_t size_of(BlockType type);

class BlockWriter {
public:
    BlockWriter(const Path& path, std::uint64_t case_hash, const std::string& program,
                std::uint32_t blocks);
    void block(std::string_view name, BlockType type, std::uint64_t count, const void* data);
    void finish();

private:
    void put(std::string_view bytes);

    WholeFile file_;
    std::uint32_t left_;
    std::uint64_t written_ = 0;
};

struct Block {
    std::string name;
    BlockType type = BlockType::real;
    std::uint64_t count = 0;
    std::string_view data; // into BlockFile::bytes
};

struct BlockFile {
    std::string bytes;
    std::uint64_t case_hash = 0;
    std::string program;
    std::vector<Block> blocks;
};

// Checks every byte. UserError with the reason.
BlockFile read_blocks(const Path& path);

} // namespace flotsam::coupling
