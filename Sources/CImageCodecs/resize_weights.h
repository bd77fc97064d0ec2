#ifndef LARDER_RESIZE_WEIGHTS_H
#define LARDER_RESIZE_WEIGHTS_H

#include "resize.h"

// A row of pixels and the part of it that is shown.
typedef struct {
    // The row's length. Its last pixel may reach beyond that; then it counts for the part that
    // does not.
    double extent;
    double start, length;
    // Pixels come at half the resolution of these numbers. They are weighted as if each had been
    // made two first, mixed 3 to 1 with the neighbour on that side, as decoders do with chroma.
    bool is_halved;
} resize_span;

// Decides how many weights `count` output pixels get; their stride is a multiple of `multiple`.
// Takes no memory.
void resize_weights_lay_out(
    resize_weights *w, const resize_span *span, uint32_t count, uint32_t multiple);

// Bytes that resize_weights_open takes.
uint64_t resize_weights_memory(const resize_weights *w);

// Fills in the weights that were laid out, by a Lanczos filter. False means that there is no memory.
bool resize_weights_open(resize_weights *w, const resize_span *span);

void resize_weights_close(resize_weights *w);

#endif
