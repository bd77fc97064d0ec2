#ifndef LARDER_PREMULTIPLY_H
#define LARDER_PREMULTIPLY_H

#include <stddef.h>
#include <stdint.h>

// Multiplies colours by alpha in place, rounded to nearest.
void larder_premultiply(uint8_t *pixels, size_t count);

// Divides colours by alpha in place, rounded to nearest.
void larder_unpremultiply(uint8_t *pixels, size_t count);

#endif
