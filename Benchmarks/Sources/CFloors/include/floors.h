// What the format libraries alone take for a picture: the least that any decoder built on them can
// take. The pixels are thrown away.
#ifndef LARDER_FLOORS_H
#define LARDER_FLOORS_H

#include <stddef.h>
#include <stdint.h>

// libjpeg-turbo, scaled to `eighths` / 8. False on an error.
int floor_jpeg(const uint8_t *bytes, size_t size, unsigned eighths);
// libpng, to 8-bit RGBA.
int floor_png(const uint8_t *bytes, size_t size);
// libwebp, to RGBA.
int floor_webp(const uint8_t *bytes, size_t size);
// libavif, to RGBA.
int floor_avif(const uint8_t *bytes, size_t size);

#endif
