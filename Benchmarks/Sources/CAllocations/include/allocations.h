// What the calling thread has taken from the allocator so far. Only counted on Linux with glibc.
#ifndef LARDER_ALLOCATIONS_H
#define LARDER_ALLOCATIONS_H

// Calls that took memory.
long allocations_count(void);
// Bytes taken less bytes given back, with what the allocator adds to each piece.
long allocations_bytes(void);

#endif
