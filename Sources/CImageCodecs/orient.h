#ifndef LARDER_ORIENT_H
#define LARDER_ORIENT_H

#include <stdint.h>

// Copies width x height pixels as EXIF's `orientation` says; from 5 on the sides are swapped.
void larder_orient(
    const uint8_t *from, uint32_t width, uint32_t height, int orientation, uint8_t *to);

#endif
