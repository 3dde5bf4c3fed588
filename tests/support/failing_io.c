/* Preloaded into a program: makes one call of a kind fail, or all from one on, as a full or broken
 * disk would. Only calls that change files count; terminals and pipes do not.
 *
 *   FAIL_CALL   write | fsync | rename | open
 *   FAIL_AT     which of them, from 1
 *   FAIL_ERRNO  what it says (a number)
 *   FAIL_STAYS  set: the later ones fail too
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static int fails(const char* call)
{
    const char* chosen = getenv("FAIL_CALL");
    const char* at = getenv("FAIL_AT");
    const char* error = getenv("FAIL_ERRNO");
    if (!chosen || !at || !error || strcmp(call, chosen) != 0)
        return 0;
    const long number = atomic_fetch_add(&calls, 1) + 1, wanted = atol(at);
    if (number != wanted && !(number > wanted && getenv("FAIL_STAYS")))
        return 0;
    errno = atoi(error);
    return 1;
}

static int is_file(int descriptor)
{
    struct stat facts;
    return descriptor > 2 && fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

static int changes(int flags) { return (flags & (O_WRONLY | O_RDWR)) != 0; }

#define REAL(result, name, ...) \
    result (*real)(__VA_ARGS__) = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int descriptor, const void* bytes, size_t count)
{
    REAL(ssize_t, "write", int, const void*, size_t);
    return is_file(descriptor) && fails("write") ? -1 : real(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec* pieces, int count)
{
    REAL(ssize_t, "writev", int, const struct iovec*, int);
    return is_file(descriptor) && fails("write") ? -1 : real(descriptor, pieces, count);
}

int fsync(int descriptor)
{
    REAL(int, "fsync", int);
    return fails("fsync") ? -1 : real(descriptor);
}

int rename(const char* from, const char* to)
{
    REAL(int, "rename", const char*, const char*);
    return fails("rename") ? -1 : real(from, to);
}

int open(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    REAL(int, "open", const char*, int, ...);
    return changes(flags) && fails("open") ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    REAL(int, "open64", const char*, int, ...);
    return changes(flags) && fails("open") ? -1 : real(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode)
{
    REAL(FILE*, "fopen", const char*, const char*);
    return mode[0] != 'r' && fails("open") ? NULL : real(path, mode);
}

FILE* fopen64(const char* path, const char* mode)
{
    REAL(FILE*, "fopen64", const char*, const char*);
    return mode[0] != 'r' && fails("open") ? NULL : real(path, mode);
}
