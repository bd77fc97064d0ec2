#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CLarderSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/sysctl.h>
#endif

int larder_openat(int directory, const char *path, int flags, mode_t mode) {
    int file = openat(directory, path, flags, mode);
    return file < 0 ? -errno : file;
}

int larder_open_file(int directory, const char *path, int flags, mode_t mode) {
#if defined(O_NOATIME)
    int file = openat(directory, path, flags | O_NOATIME, mode);
    // Only a file's owner may ask for that.
    if (file >= 0 || errno != EPERM) return file < 0 ? -errno : file;
#endif
    return larder_openat(directory, path, flags, mode);
}

ssize_t larder_read_at_once(int file, void *bytes, size_t count, off_t offset) {
#if defined(__linux__) && defined(RWF_NOWAIT)
    struct iovec part = {bytes, count};
    ssize_t got = preadv2(file, &part, 1, offset, RWF_NOWAIT);
    if (got >= 0) return got;
    return errno == EOPNOTSUPP || errno == ENOSYS ? -EAGAIN : -errno;
#else
    return -EAGAIN;
#endif
}

void larder_close(int file) { close(file); }

int larder_rename(int directory, const char *name, const char *other, int replaces) {
    if (replaces) return renameat(directory, name, directory, other) == 0 ? 0 : -errno;
#if defined(__linux__) && defined(SYS_renameat2)
    if (syscall(SYS_renameat2, directory, name, directory, other, 1 /* no replacing */) == 0) {
        return 0;
    }
#elif defined(__APPLE__)
    if (renameatx_np(directory, name, directory, other, RENAME_EXCL) == 0) return 0;
#else
    errno = EINVAL;
#endif
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -errno;
    // A second name is refused where there is one already, on file systems that have links.
    if (linkat(directory, name, directory, other, 0) != 0) return -errno;
    return unlinkat(directory, name, 0) == 0 ? 0 : -errno;
}

int larder_lock(int file, int is_shared) {
    if (flock(file, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) return 1;
    return errno == EWOULDBLOCK ? 0 : -errno;
}

void larder_unlock(int file) { flock(file, LOCK_UN); }

int larder_sync(int file) {
#if defined(F_FULLFSYNC)
    if (fcntl(file, F_FULLFSYNC) == 0) return 0;
    // Volumes that cannot flush their drive say so; fsync is then all there is.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -errno;
#endif
    return fsync(file) == 0 ? 0 : -errno;
}

int larder_reserve(int file, off_t offset, off_t count) {
#if defined(__linux__)
    return fallocate(file, FALLOC_FL_KEEP_SIZE, offset, count) == 0 ? 0 : -errno;
#else
    return -ENOTSUP;
#endif
}

int64_t larder_seconds(void) {
    struct timespec now;
#if defined(__linux__)
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
#else
    clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &now);
#endif
    return now.tv_sec;
}

int64_t larder_largest_file(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur > INT64_MAX) return INT64_MAX;
    return (int64_t)limit.rlim_cur;
}

uint64_t larder_forks;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void count_fork(void) { __atomic_add_fetch(&larder_forks, 1, __ATOMIC_RELAXED); }
static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

void larder_watch_forks(void) { pthread_once(&once, watch_forks); }

uint64_t larder_boot_identifier(void) {
    char text[64];
    size_t length = sizeof text;
#if defined(__linux__)
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t got = read(file, text, length);
    close(file);
    if (got <= 0) return 0;
    length = (size_t)got;
#else
    if (sysctlbyname("kern.bootsessionuuid", text, &length, NULL, 0) != 0) return 0;
#endif
    return larder_siphash13(0, 0, text, length);
}

int larder_is_network(int file) {
    struct statfs info;
    if (fstatfs(file, &info) != 0) return 0;
#if defined(__linux__)
    switch ((unsigned long)info.f_type & 0xFFFFFFFFu) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB 2
    case 0x00C36400:  // Ceph
    case 0x5346414F:  // AFS
    case 0x6B414653:  // kAFS
    case 0x01021997:  // 9P
    case 0x0BD00BD0:  // Lustre
    case 0x7461636F:  // OCFS 2
    case 0x01161970:  // GFS 2
        return 1;
    default:
        return 0;
    }
#else
    return (info.f_flags & MNT_LOCAL) == 0;
#endif
}

int larder_is_in_memory(int file) {
#if defined(__linux__)
    struct statfs info;
    if (fstatfs(file, &info) != 0) return 0;
    unsigned long type = (unsigned long)info.f_type & 0xFFFFFFFFu;
    return type == 0x01021994 /* tmpfs */ || type == 0x858458F6 /* ramfs */;
#else
    (void)file;
    return 0;
#endif
}

int larder_open_unnamed(const char *folder, mode_t mode) {
#if defined(__linux__) && defined(O_TMPFILE)
    static int can_name;  // 1 or -1 once that was asked.
    int known = __atomic_load_n(&can_name, __ATOMIC_RELAXED);
    if (known == 0) {
        known = access("/proc/self/fd", X_OK) == 0 ? 1 : -1;
        __atomic_store_n(&can_name, known, __ATOMIC_RELAXED);
    }
    if (known < 0) return -ENOTSUP;
    int file = open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
    return file < 0 ? -errno : file;
#else
    (void)folder;
    (void)mode;
    return -ENOTSUP;
#endif
}

int larder_name_file(int file, const char *path) {
#if defined(__linux__)
    // The short way is for root, and since Linux 6.10 for who opened the file.
    if (linkat(file, "", AT_FDCWD, path, AT_EMPTY_PATH) == 0) return 0;
    if (errno == EEXIST) return -errno;
    char own[32];
    snprintf(own, sizeof own, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : -errno;
#else
    (void)file;
    (void)path;
    return -ENOTSUP;
#endif
}

void larder_keep_freed_memory(void) {
#if defined(__GLIBC__)
    // What the library comes to by itself once a block of 32 MiB was freed. Until then it gives
    // pages back for each few bodies, and they are cleared and mapped again for the next.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

static _Thread_local uint64_t number_plus_one;

uint64_t larder_thread_number(void) {
    static uint64_t last;
    if (number_plus_one == 0) number_plus_one = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    return number_plus_one - 1;
}

void larder_change_thread_number(void) {
    number_plus_one = larder_thread_number() + 2;
}
