#ifndef LARDER_WEBP_MEMORY_H
#define LARDER_WEBP_MEMORY_H

#include <stddef.h>
#include <stdint.h>

// Bytes that libwebp takes to decode a frame, besides what it writes to: `bytes` begin with the
// frame's data or a file's. What they do not tell is taken to be what costs most. Tables of
// Huffman codes are left out: how many there are is not in the header.
uint64_t webp_memory(const uint8_t *bytes, size_t size, uint64_t width, uint64_t height);

#endif
