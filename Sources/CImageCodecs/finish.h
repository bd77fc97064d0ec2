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

// Whether to stop, asked once in a while: looking at a clock for each row would take a good part
// of a small picture's time. `work` counts what was done since the last question.
bool larder_should_stop(const larder_image_job *job, uint32_t *work, uint32_t pixels);

#endif
