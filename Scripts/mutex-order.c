// Tells the thread sanitizer of the locks that it does not see.
//
// Swift's `Mutex` takes a free lock by an atomic operation in the program's own code, which the sanitizer
// sees. One that is held it tries or waits for in the kernel, from a library that is not instrumented, so each
// use of what such a lock guards looked like a race. Preloaded, this stands before the library's three
// functions and tells the order that they make.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t, SELF void *);
typedef SWIFT bool (*Try)(SELF void *);
typedef SWIFT void (*Unlock)(SELF void *);

// Absent in the programs that start the tests.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void larder_lock(uint32_t value, SELF void *handle) __asm__(LOCK);
SWIFT bool larder_try_lock(SELF void *handle) __asm__(TRY);
SWIFT void larder_unlock(SELF void *handle) __asm__(UNLOCK);

SWIFT void larder_lock(uint32_t value, SELF void *handle) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(value, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool larder_try_lock(SELF void *handle) {
    bool has_lock = ((Try)dlsym(RTLD_NEXT, TRY))(handle);
    if (has_lock && __tsan_acquire) __tsan_acquire(handle);
    return has_lock;
}

SWIFT void larder_unlock(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
