// What Swift cannot say itself: checksum instructions, atomic words in mapped memory, calls
// that take variable arguments or exist on one platform only, and the fork counter.

#ifndef CLARDERSYSTEM_H
#define CLARDERSYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The CRC-32C (Castagnoli, RFC 3720) of `length` bytes, going on from `checksum`; 0 starts one.
uint32_t larder_crc32c(uint32_t checksum, const void *_Nullable bytes, size_t length);

/// The same, by table alone: what machines without the instruction run.
uint32_t larder_crc32c_portable(uint32_t checksum, const void *_Nullable bytes, size_t length);

/// SipHash-1-3 of `length` bytes under a key of two words.
uint64_t larder_siphash13(
    uint64_t key0, uint64_t key1, const void *_Nullable bytes, size_t length);

/// SipHash-2-4, whose vectors are published with the paper: it shares its code with 1-3.
uint64_t larder_siphash24(
    uint64_t key0, uint64_t key1, const void *_Nullable bytes, size_t length);

/// Whether `length` bytes are the same at both places: 1 or 0.
static inline int larder_are_same(
    const void *_Nullable one, const void *_Nullable other, size_t length) {
    return one == other || length == 0 || memcmp(one, other, length) == 0;
}

/// Loads a word that other processes may store to; what they wrote before is seen after.
static inline uint64_t larder_load_acquire(const void *_Nonnull word) {
    return __atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE);
}

/// Stores a word that other processes may load; they then see what was written before.
static inline void larder_store_release(void *_Nonnull word, uint64_t value) {
    __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELEASE);
}

/// Adds to a word that other processes may load, and returns the sum.
static inline uint64_t larder_add_release(void *_Nonnull word, uint64_t value) {
    return __atomic_add_fetch((uint64_t *)word, value, __ATOMIC_ACQ_REL);
}

/// A number for the calling thread: 0 for the first that asks, then 1, and so on.
uint64_t larder_thread_number(void);

/// Gives the calling thread the number after its own, which another may have.
void larder_change_thread_number(void);

/// openat(2), which takes variable arguments. Returns a descriptor or a negated errno.
int larder_openat(int directory, const char *_Nonnull path, int flags, mode_t mode);

/// The same, but reading the file does not touch its time of access where that can be had: a
/// twentieth of a short read.
int larder_open_file(int directory, const char *_Nonnull path, int flags, mode_t mode);

/// pread(2) that fails with EAGAIN instead of waiting for the disk, and always where the kernel
/// cannot say so. Returns a count or a negated errno.
ssize_t larder_read_at_once(int file, void *_Nullable bytes, size_t count, off_t offset);

/// close(2), whose name Swift's own methods hide.
void larder_close(int file);

/// Renames a file in a directory; with `replaces == 0` only if nothing has the new name, which
/// one step decides where the kernel can do that. Returns 0 or a negated errno.
int larder_rename(
    int directory, const char *_Nonnull name, const char *_Nonnull other, int replaces);

/// flock(2) without waiting: a lock of the open file, not of the process, so that it holds
/// between two of one process too. Returns 1 when taken, 0 when another has it, or a negated
/// errno.
int larder_lock(int file, int is_shared);

/// Gives back what larder_lock took.
void larder_unlock(int file);

/// Makes a file's content durable, through the drive's own cache. Returns 0 or a negated errno.
int larder_sync(int file);

/// Takes disk blocks for `count` bytes from `offset` on without making the file longer, where the
/// system can do that. Returns 0 or a negated errno.
int larder_reserve(int file, off_t offset, off_t count);

/// Seconds since some moment, never going back. The fastest clock there is, and coarse.
int64_t larder_seconds(void);

/// How long this process may make a file; writing further ends it (SIGXFSZ).
int64_t larder_largest_file(void);

/// What larder_fork_count reads.
extern uint64_t larder_forks;

/// Begins to count forks, if that was not done yet.
void larder_watch_forks(void);

/// How many forks lie between the process that first called larder_watch_forks and this one.
static inline uint64_t larder_fork_count(void) {
    return __atomic_load_n(&larder_forks, __ATOMIC_RELAXED);
}

/// A number that differs between any two boots of the machine; 0 when it cannot be told.
uint64_t larder_boot_identifier(void);

/// Whether the file system that `file` lies on belongs to another machine.
int larder_is_network(int file);

/// Whether the file system that `file` lies on is memory and has no disk.
int larder_is_in_memory(int file);

/// Opens a new file in `folder` that has no name, for writing: it is gone when it is closed, or when
/// the process dies, unless it was given one. Returns a descriptor or a negated errno, also where the
/// system has no such files or could not name one later.
int larder_open_unnamed(const char *_Nonnull folder, mode_t mode);

/// Gives an unnamed file the name `path`, which nothing must have. Returns 0 or a negated errno.
int larder_name_file(int file, const char *_Nonnull path);

/// Lets a program's freed memory be used again by it instead of going back to the system in
/// between, up to 64 MiB: for programs that are over soon. Does nothing but in the GNU C library.
void larder_keep_freed_memory(void);

#ifdef __cplusplus
}
#endif

#endif
