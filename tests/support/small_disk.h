// A file system of a few kilobytes on a directory, seen by this process and its children alone.
#pragma once

#include "core/files.h"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace flotsam::tests {

class SmallDisk {
public:
    explicit SmallDisk(std::filesystem::path place) : place_(std::move(place))
    {
        if (!own_mounts() || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
            return;
        mounted_ = mount("tmpfs", place_.c_str(), "tmpfs", 0, "size=1m") == 0;
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk()
    {
        if (mounted_)
            umount2(place_.c_str(), MNT_DETACH);
    }

    bool mounted() const { return mounted_; }
    void resize(int kilobytes) const
    {
        const std::string size = "size=" + std::to_string(kilobytes) + "k";
        mount(nullptr, place_.c_str(), nullptr, MS_REMOUNT, size.c_str());
    }

private:
    // Root may; others where the kernel lets them be root in a world of their own.
    static bool own_mounts()
    {
        if (unshare(CLONE_NEWNS) == 0)
            return true;
        const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            return false;
        std::ofstream("/proc/self/setgroups") << "deny";
        std::ofstream("/proc/self/uid_map") << "0 " + user + " 1";
        std::ofstream("/proc/self/gid_map") << "0 " + group + " 1";
        return true;
    }

    std::filesystem::path place_;
    bool mounted_ = false;
};

} // namespace flotsam::tests
