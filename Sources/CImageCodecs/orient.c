#if defined(__linux__)

#include "orient.h"

#include <stddef.h>
#include <string.h>

// Where the result's first pixel comes from, and how far apart its neighbours lie.
typedef struct {
    ptrdiff_t first, across, down;
} walk;

static walk walk_for(int orientation, ptrdiff_t width, ptrdiff_t height) {
    ptrdiff_t right = width - 1, bottom = (height - 1) * width;
    switch (orientation) {
    case 2: return (walk){right, -1, width};
    case 3: return (walk){bottom + right, -1, -width};
    case 4: return (walk){bottom, 1, -width};
    case 5: return (walk){0, width, 1};
    case 6: return (walk){bottom, -width, 1};
    case 7: return (walk){bottom + right, -width, -1};
    case 8: return (walk){right, width, -1};
    default: return (walk){0, 1, width};
    }
}

// Columns of one become rows of the other: squares of this side stay in the cache.
enum { square = 32 };

static void copy_square(
    const uint8_t *from, const walk *w, uint32_t left, uint32_t top, uint32_t width,
    uint32_t height, uint8_t *to) {
    uint32_t right = left + square < width ? left + square : width;
    uint32_t bottom = top + square < height ? top + square : height;
    for (uint32_t y = top; y < bottom; y++) {
        const uint8_t *source = from + (w->first + y * w->down + left * w->across) * 4;
        uint8_t *target = to + ((size_t)y * width + left) * 4;
        for (uint32_t x = left; x < right; x++, source += w->across * 4, target += 4) {
            memcpy(target, source, 4);
        }
    }
}

void larder_orient(
    const uint8_t *from, uint32_t width, uint32_t height, int orientation, uint8_t *to) {
    walk w = walk_for(orientation, width, height);
    uint32_t out_width = orientation >= 5 ? height : width;
    uint32_t out_height = orientation >= 5 ? width : height;
    for (uint32_t top = 0; top < out_height; top += square) {
        for (uint32_t left = 0; left < out_width; left += square) {
            copy_square(from, &w, left, top, out_width, out_height, to);
        }
    }
}

#endif
