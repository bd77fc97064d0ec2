// What the calling thread has taken from the allocator while it was watched. Only counted on Linux with glibc.
#ifndef LARDER_ALLOCATIONS_H
#define LARDER_ALLOCATIONS_H

#include <stdbool.h>

// Whether what this thread takes is counted from now on.
void allocations_watch(bool on);
// Calls that took memory.
long allocations_count(void);
// Bytes taken less bytes given back, with what the allocator adds to each piece.
long allocations_bytes(void);

#endif
