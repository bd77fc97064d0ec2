// Undoing the filters of PNG's rows (PNG specification, 9.2).
#ifndef LARDER_PNG_UNFILTER_H
#define LARDER_PNG_UNFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Turns the `count` filtered bytes of a row into those of its pixels of `size` bytes, 1 to 4.
// `above` is the row before, all 0 for the first. False means that there is no such filter.
bool png_unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t size);

#endif
