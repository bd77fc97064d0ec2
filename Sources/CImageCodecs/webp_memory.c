#if defined(__linux__)

#include "webp_memory.h"

#include <stdbool.h>
#include <webp/decode.h>

#include "memory_budget.h"

// All pixels, further rows of them for what comes out, and three small pictures (of two
// transforms and of the codes that are in use), a pixel for each 4 x 4 at most.
static uint64_t lossless_memory(uint64_t width, uint64_t height) {
    enum { pixel = 4, rows_kept = 17, small_pictures = 3 };
    uint64_t small = memory_of((width + 3) / 4, (height + 3) / 4, pixel * small_pictures);
    return memory_sum(memory_of(width, height + rows_kept, pixel), small);
}

// Rows of blocks of 16 x 16: coefficients, samples and what filters need.
static uint64_t lossy_memory(uint64_t width) {
    enum { of_a_block = 2200 };
    return (width / 16 + 2) * of_a_block;
}

uint64_t webp_memory(const uint8_t *bytes, size_t size, uint64_t width, uint64_t height) {
    enum { lossy = 1, lossless = 2 };
    WebPBitstreamFeatures features;
    bool is_known = WebPGetFeatures(bytes, size, &features) == VP8_STATUS_OK;
    if (is_known && features.format == lossless) return lossless_memory(width, height);
    uint64_t colors = lossy_memory(width);
    if (is_known && features.format == lossy && !features.has_alpha) return colors;
    // A lossy picture's alpha is a plane of its own, packed as a lossless picture.
    uint64_t alpha = memory_sum(memory_of(width, height, 1), lossless_memory(width, height));
    return memory_sum(colors, alpha);
}

#endif
