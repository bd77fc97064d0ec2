#ifndef LARDER_ENCODE_ROWS_H
#define LARDER_ENCODE_ROWS_H

#include "include/larder_images.h"

// Notes what went wrong and returns `status`.
larder_image_status larder_encode_fail(
    larder_encoded *encoded, larder_image_status status, const char *message);

// Copies row `y` with straight alpha.
void larder_straight_row(const larder_encode_job *job, uint32_t y, uint8_t *to);

// Copies row `y` laid on white.
void larder_row_on_white(const larder_encode_job *job, uint32_t y, uint8_t *to);

#endif
