#ifndef LARDER_FINISH_H
#define LARDER_FINISH_H

#include "color.h"
#include "include/larder_images.h"
#include "sink.h"

// Hands the sink's pixels on as `image`: in the colours wanted, turned upright, missing rows
// transparent and `partial` set for them.
larder_image_status larder_finish(
    const larder_image_job *job, const larder_image_plan *plan, const color_source *colors,
    sink *s, larder_image *image);

// Notes what went wrong and returns `status`.
larder_image_status larder_fail(
    larder_image *image, larder_image_status status, const char *message);

// Whether the header's size passes the limits.
bool larder_header_fits(const larder_image_job *job, const larder_image_header *header);

#endif
