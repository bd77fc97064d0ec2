// Making a picture that is in memory larger or smaller. Needs no library.
#ifndef LARDER_RESIZE_BITMAP_H
#define LARDER_RESIZE_BITMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    // Rows of red, green, blue, alpha; colours multiplied by alpha.
    const uint8_t *pixels;
    uint32_t width, height;
    size_t bytes_per_row;
    bool has_alpha;
    // The part that is shown, in pixels.
    double part_x, part_y, part_width, part_height;
    // How large that part becomes.
    uint32_t out_width, out_height;
    // Gets 4 * out_width * out_height bytes.
    uint8_t *out;
} larder_resize_job;

// Bytes that larder_resize takes for itself.
uint64_t larder_resize_memory(const larder_resize_job *job);

// Resizes with the filter that decoding uses. False means that there is no memory.
bool larder_resize(const larder_resize_job *job);

#endif
