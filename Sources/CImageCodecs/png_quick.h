// PNG of 8 bits that is not interlaced: libpng reads what stands before the pixels, ISA-L and our
// filters the pixels, in less than half of the time.
#ifndef LARDER_PNG_QUICK_H
#define LARDER_PNG_QUICK_H

#include "png_reader.h"

// Whether the pixels of a picture whose header libpng has read can be read so. Then the memory for
// it is counted.
bool png_quick_suits(png_reader *r);

// Reads the pixels into the sink, and what follows them. Takes only files without a flaw: after
// LARDER_IMAGE_DAMAGED it is for libpng, from the start, to say what is wrong with it.
larder_image_status png_quick_read(png_reader *r);

#endif
