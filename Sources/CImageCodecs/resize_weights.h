#ifndef LARDER_RESIZE_WEIGHTS_H
#define LARDER_RESIZE_WEIGHTS_H

#include "resize.h"

// Weights for `count` output pixels made of the pixels from `start` to `start + length` of a row
// that is `extent` long, by a Lanczos filter. The row's last pixel may reach
// beyond its end; then it counts for the part that does not. False means that there is no memory.
bool resize_weights_open(
    resize_weights *w, double extent, double start, double length, uint32_t count);

void resize_weights_close(resize_weights *w);

#endif
