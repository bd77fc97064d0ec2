// What a picture's decoding holds in memory at once, counted before it is taken.
//
// All whose size a header decides goes through one budget for each picture: rows, canvases, what
// the filter keeps, the result, and what the format's library takes for itself, estimated from
// above. What is the same for every picture, some hundred KiB of tables, is not counted, nor is
// metadata, which has a limit of its own.
#ifndef LARDER_MEMORY_BUDGET_H
#define LARDER_MEMORY_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t limit, taken;
} memory_budget;

// The bytes of so many rows of so many numbers of so many bytes; too many for 64 bits are the most.
uint64_t memory_of(uint64_t width, uint64_t height, uint64_t size);

// The sum; too many for 64 bits are the most.
uint64_t memory_sum(uint64_t some, uint64_t more);

// Counts bytes that are about to be taken. False means that they pass the limit: then they do not
// count.
bool memory_take(memory_budget *budget, uint64_t bytes);

// Whether memory_take would do.
bool memory_fits(const memory_budget *budget, uint64_t bytes);

// What was counted and is free again.
void memory_give_back(memory_budget *budget, uint64_t bytes);

#endif
