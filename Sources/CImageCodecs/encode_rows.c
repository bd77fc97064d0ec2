#if defined(__linux__)

#include "encode_rows.h"

#include <stdio.h>
#include <string.h>

#include "premultiply.h"

larder_image_status larder_encode_fail(
    larder_encoded *encoded, larder_image_status status, const char *message) {
    snprintf(encoded->message, sizeof encoded->message, "%s", message);
    return status;
}

static void copy_row(const larder_encode_job *job, uint32_t y, uint8_t *to) {
    memcpy(to, job->pixels + y * job->bytes_per_row, (size_t)job->width * 4);
}

void larder_straight_row(const larder_encode_job *job, uint32_t y, uint8_t *to) {
    copy_row(job, y, to);
    if (job->has_alpha) larder_unpremultiply(to, job->width);
}

void larder_row_on_white(const larder_encode_job *job, uint32_t y, uint8_t *to) {
    copy_row(job, y, to);
    if (!job->has_alpha) return;
    for (uint32_t x = 0; x < job->width; x++, to += 4) {
        uint32_t white = 255u - to[3];
        for (int c = 0; c < 3; c++) {
            uint32_t sum = to[c] + white;
            to[c] = (uint8_t)(sum > 255 ? 255 : sum);
        }
    }
}

#endif
