#ifndef LARDER_RESIZE_WEIGHTS_H
#define LARDER_RESIZE_WEIGHTS_H

#include "resize.h"

// Weights for `count` output pixels made of the pixels from `start` to `start + length` of a row
// of `pixels`, by a Lanczos filter of so many lobes. False means that there is no memory.
bool resize_weights_open(
    resize_weights *w, uint32_t pixels, double start, double length, uint32_t count,
    double lobes);

void resize_weights_close(resize_weights *w);

#endif
