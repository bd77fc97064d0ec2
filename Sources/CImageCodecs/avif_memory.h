// What libavif and its decoder take for pixels, estimated from above.
#ifndef LARDER_AVIF_MEMORY_H
#define LARDER_AVIF_MEMORY_H

#include <avif/avif.h>

// Bytes for a picture whose header was read.
uint64_t avif_memory(const avifDecoder *decoder);

// How many pixels of its kind fit in so many bytes.
uint64_t avif_pixels_within(const avifDecoder *decoder, uint64_t bytes);

#endif
