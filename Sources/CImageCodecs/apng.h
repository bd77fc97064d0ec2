#ifndef LARDER_APNG_H
#define LARDER_APNG_H

#include "include/larder_images.h"

// Decodes the first frame of a PNG that moves.
larder_image_status apng_decode_first(const larder_image_job *job, larder_image *image);

#endif
