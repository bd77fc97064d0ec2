#if defined(__linux__)

#include "premultiply.h"

void larder_premultiply(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        uint32_t alpha = pixels[3];
        for (int c = 0; c < 3; c++) {
            // Exactly round(colour * alpha / 255) without a division.
            uint32_t product = pixels[c] * alpha + 128;
            pixels[c] = (uint8_t)((product + (product >> 8)) >> 8);
        }
    }
}

void larder_unpremultiply(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        uint32_t alpha = pixels[3];
        if (alpha == 255) continue;
        for (int c = 0; c < 3; c++) {
            uint32_t color = alpha ? (pixels[c] * 255u + alpha / 2) / alpha : 0;
            pixels[c] = (uint8_t)(color > 255 ? 255 : color);
        }
    }
}

#endif
