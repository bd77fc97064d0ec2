#if defined(__linux__)

#include "png_unfilter.h"

#include <string.h>

// The channels of one pixel side by side: the compiler makes SSE2 or NEON of it.
typedef uint8_t octets __attribute__((vector_size(8)));
typedef int16_t lanes __attribute__((vector_size(16)));

// Each is compiled for every size of pixel, so that a pixel is loaded and stored at once.
#define FOR_EACH_SIZE static inline __attribute__((always_inline)) void

static inline __attribute__((always_inline)) octets load(const uint8_t *from, size_t size) {
    octets bytes = {0};
    memcpy(&bytes, from, size);
    return bytes;
}

static inline lanes widened(octets bytes) { return __builtin_convertvector(bytes, lanes); }

static inline octets narrowed(lanes values) { return __builtin_convertvector(values, octets); }

FOR_EACH_SIZE undo_left(uint8_t *row, size_t count, size_t size) {
    octets left = {0};
    for (size_t i = 0; i < count; i += size) {
        left += load(row + i, size);
        memcpy(row + i, &left, size);
    }
}

static void undo_up(uint8_t *restrict row, const uint8_t *restrict above, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] += above[i];
}

FOR_EACH_SIZE undo_average(uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    lanes left = {0};
    for (size_t i = 0; i < count; i += size) {
        lanes mean = (left + widened(load(above + i, size))) >> 1;
        octets pixel = narrowed(mean) + load(row + i, size);
        memcpy(row + i, &pixel, size);
        left = widened(pixel);
    }
}

// Of a, b and c the one that is nearest to a + b - c. c is if it lies between the others and far
// enough from both; else it is the lesser or the greater of them, the one that 3c - a - b shows.
// That asks for less than three distances, and each pixel has to wait for the one before it.
FOR_EACH_SIZE undo_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    typedef uint8_t halves __attribute__((vector_size(16)));
    lanes a = {0}, c = {0};
    for (size_t i = 0; i < count; i += size) {
        lanes b = widened(load(above + i, size));
        lanes bound = c + c + c - b - a;
        lanes low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
        lanes is_inside = high > bound, is_above = bound > low;
        lanes nearest = (~is_inside & low) | (~is_above & high) | (is_inside & is_above & c);
        c = b;
        a = (lanes)((halves)nearest + (halves)widened(load(row + i, size)));
        octets pixel = narrowed(a);
        memcpy(row + i, &pixel, size);
    }
}

FOR_EACH_SIZE undo(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    if (filter == 1) undo_left(row, count, size);
    if (filter == 2) undo_up(row, above, count);
    if (filter == 3) undo_average(row, above, count, size);
    if (filter == 4) undo_paeth(row, above, count, size);
}

bool png_unfilter(
    uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    if (filter > 4) return false;
    switch (size) {
    case 1: undo(filter, row, above, count, 1); break;
    case 2: undo(filter, row, above, count, 2); break;
    case 3: undo(filter, row, above, count, 3); break;
    default: undo(filter, row, above, count, 4); break;
    }
    return true;
}

#endif
