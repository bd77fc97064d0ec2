#if defined(__linux__)

#include "finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "orient.h"
#include "premultiply.h"

larder_image_status larder_fail(
    larder_image *image, larder_image_status status, const char *message) {
    if (image->message[0] == 0) {
        snprintf(image->message, sizeof image->message, "%s", message);
    }
    return status;
}

bool larder_header_fits(const larder_image_job *job, const larder_image_header *header) {
    uint64_t pixels = (uint64_t)header->width * header->height;
    return pixels > 0 && pixels <= job->max_pixels;
}

bool larder_should_stop(const larder_image_job *job, uint32_t *work, uint32_t pixels) {
    // About a quarter of a millisecond's work for most formats.
    static const uint32_t enough = 32768;
    *work += pixels;
    if (*work < enough) return false;
    *work = 0;
    return job->should_stop(job->context);
}

static void convert_row(
    const sink *s, const color_source *colors, color_transform *transform, bool has_alpha,
    uint8_t *row) {
    if (s->kind == SINK_INKS && !color_has_effect(transform)) {
        color_from_inks(row, s->out_width);
        return;
    }
    if (has_alpha) larder_unpremultiply(row, s->out_width);
    color_apply(transform, row, s->out_width);
    if (s->kind == SINK_INKS) {
        for (uint32_t x = 0; x < s->out_width; x++) row[x * 4 + 3] = 255;
    }
    if (has_alpha) larder_premultiply(row, s->out_width);
}

// False if the job was stopped.
static bool convert_colors(
    const larder_image_job *job, const larder_image_plan *plan, const color_source *colors,
    bool has_alpha, sink *s) {
    color_transform *transform = color_obtain(colors, plan->display_p3);
    bool goes_on = true;
    uint32_t work = 0;
    if (s->kind == SINK_INKS || color_has_effect(transform)) {
        for (uint32_t y = 0; goes_on && y < s->out_height; y++) {
            convert_row(
                s, colors, transform, has_alpha, s->pixels + (size_t)y * s->out_width * 4);
            goes_on = !larder_should_stop(job, &work, s->out_width);
        }
    }
    color_release(transform);
    return goes_on;
}

static void make_opaque(sink *s) {
    static const uint8_t opaque[4] = {0, 0, 0, 255};
    size_t count = (size_t)s->out_width * s->out_height;
    uint32_t pixel, alpha;
    memcpy(&alpha, opaque, 4);
    for (uint8_t *place = s->pixels; count > 0; count--, place += 4) {
        memcpy(&pixel, place, 4);
        pixel |= alpha;
        memcpy(place, &pixel, 4);
    }
}

static bool turn(const larder_image_plan *plan, larder_image *image) {
    uint8_t *turned = malloc((size_t)image->width * image->height * 4);
    if (!turned) return false;
    larder_orient(image->pixels, image->width, image->height, plan->orientation, turned);
    free(image->pixels);
    image->pixels = turned;
    if (plan->orientation >= 5) {
        uint32_t width = image->width;
        image->width = image->height;
        image->height = width;
    }
    return true;
}

larder_image_status larder_finish(
    const larder_image_job *job, const larder_image_plan *plan, const color_source *colors,
    sink *s, larder_image *image) {
    bool misses = sink_fill(s);
    image->partial |= misses;
    image->has_alpha = s->kind == SINK_STRAIGHT || s->kind == SINK_PREMULTIPLIED;
    if (s->kind == SINK_MADE_OPAQUE) make_opaque(s);
    if (!convert_colors(job, plan, colors, image->has_alpha, s)) return LARDER_IMAGE_STOPPED;
    image->pixels = s->pixels;
    image->width = s->out_width;
    image->height = s->out_height;
    s->pixels = NULL;
    if (plan->orientation > 1 && !turn(plan, image)) {
        free(image->pixels);
        image->pixels = NULL;
        return LARDER_IMAGE_NO_MEMORY;
    }
    return LARDER_IMAGE_OK;
}

#endif
