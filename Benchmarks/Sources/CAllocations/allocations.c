#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

// Counting costs every piece some nanoseconds, which no other measurement is to pay.
static _Thread_local bool counts;
static _Thread_local long count, bytes;

void allocations_watch(bool on) { counts = on; }

long allocations_count(void) { return count; }
long allocations_bytes(void) { return bytes; }

#ifdef __GLIBC__
#include <malloc.h>

// These stand before glibc's own, whom they ask.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

// glibc keeps one word beside each piece.
static long weight(void *memory) {
    return memory ? (long)(malloc_usable_size(memory) + sizeof(size_t)) : 0;
}

static void *taken(void *memory) {
    if (!counts) return memory;
    count += 1;
    bytes += weight(memory);
    return memory;
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

void *realloc(void *memory, size_t size) {
    long before = counts ? weight(memory) : 0;
    void *moved = __libc_realloc(memory, size);
    if (moved || size == 0) bytes -= before;
    return taken(moved);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *piece = memalign(alignment, size);
    if (!piece) return ENOMEM;
    *memory = piece;
    return 0;
}

void free(void *memory) {
    if (counts) bytes -= weight(memory);
    __libc_free(memory);
}
#endif
