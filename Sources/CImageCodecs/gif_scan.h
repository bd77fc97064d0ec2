// What a GIF's blocks say, read without unpacking a pixel.
#ifndef LARDER_GIF_SCAN_H
#define LARDER_GIF_SCAN_H

#include "animation.h"

// Fills in header and delays. The data may end anywhere.
larder_image_status gif_scan(larder_animation *a, larder_image *image);

#endif
