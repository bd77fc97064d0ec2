#if defined(__linux__)

#include "sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "premultiply.h"

static bool is_whole(double x) { return x == floor(x); }

static bool is_plain(const sink *s, const resize_part *part) {
    return part->width == part->out_width && part->height == part->out_height && is_whole(part->x)
        && is_whole(part->y) && part->x >= 0 && part->x + part->width <= s->width && part->y >= 0
        && part->y + part->height <= s->height;
}

// Every byte of the result is a row's, sink_fill's at the latest.
static bool open_plain(sink *s, const resize_part *part) {
    s->resizes = false;
    s->left = (uint32_t)part->x;
    s->top = (uint32_t)part->y;
    s->pixels = malloc((size_t)part->out_width * part->out_height * 4);
    s->row = malloc(off_aligned + (size_t)s->width * 4);
    return s->pixels && s->row;
}

static bool fits(const larder_image_job *job, const larder_image_plan *plan) {
    // Turning a picture takes its memory twice.
    uint64_t copies = plan->orientation > 1 ? 2 : 1;
    uint64_t pixels = (uint64_t)plan->out_width * plan->out_height;
    return pixels > 0 && pixels <= job->max_memory / 4 / copies;
}

static bool open_filter(
    sink *s, const larder_image_header *header, double scale, const resize_part *part) {
    s->resizes = true;
    s->pixels = calloc((size_t)part->out_width * part->out_height, 4);
    if (!s->pixels) return false;
    bool clamps = s->kind == SINK_STRAIGHT || s->kind == SINK_PREMULTIPLIED;
    return resizer_open(
        &s->filter, header->width * scale, header->height * scale, part, clamps, s->pixels);
}

larder_image_status sink_open(
    sink *s, const larder_image_job *job, const larder_image_header *header,
    const larder_image_plan *plan, sink_kind kind, uint32_t eighths) {
    double scale = eighths / 8.0;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->width = (uint32_t)ceil(header->width * scale);
    s->height = (uint32_t)ceil(header->height * scale);
    s->out_width = plan->out_width;
    s->out_height = plan->out_height;
    if (!fits(job, plan)) return LARDER_IMAGE_TOO_LARGE;
    resize_part part = {plan->x * scale,      plan->y * scale, plan->width * scale,
                        plan->height * scale, plan->out_width, plan->out_height};
    bool is_open =
        is_plain(s, &part) ? open_plain(s, &part) : open_filter(s, header, scale, &part);
    return is_open ? LARDER_IMAGE_OK : LARDER_IMAGE_NO_MEMORY;
}

static bool is_inside(const sink *s) {
    return s->next >= s->top && s->next - s->top < s->out_height;
}

static uint8_t *plain_place(const sink *s) {
    return s->pixels + (size_t)(s->next - s->top) * s->out_width * 4;
}

// Rows of a picture that fits in the cache are copied, which costs less than rows that a decoder
// writes around the cache.
static bool is_written_in_place(const sink *s) {
    enum { cached = 1 << 16 };
    return is_inside(s) && s->out_width == s->width && s->out_width * s->out_height > cached;
}

uint8_t *sink_row(sink *s) {
    if (s->resizes) return resizer_row(&s->filter);
    return s->next < s->height && is_written_in_place(s) ? plain_place(s) : s->row + off_aligned;
}

void sink_push(sink *s) {
    if (s->next >= s->height) return;
    uint8_t *row = sink_row(s);
    if (s->kind == SINK_STRAIGHT) larder_premultiply(row, s->width);
    if (s->resizes) {
        resizer_push(&s->filter);
    } else if (is_inside(s) && row == s->row + off_aligned) {
        memcpy(plain_place(s), row + (size_t)s->left * 4, (size_t)s->out_width * 4);
    }
    s->next++;
}

void sink_push_lent(sink *s, const uint8_t *row) {
    if (s->resizes && s->kind != SINK_STRAIGHT && s->next < s->height) {
        resizer_push_lent(&s->filter, row);
        s->next++;
        return;
    }
    memcpy(sink_row(s), row, (size_t)s->width * 4);
    sink_push(s);
}

void sink_allow_alpha(sink *s) {
    if (s->kind != SINK_OPAQUE && s->kind != SINK_MADE_OPAQUE) return;
    s->kind = SINK_PREMULTIPLIED;
    s->filter.clamps_to_alpha = true;
}

bool sink_fill(sink *s) {
    bool misses = s->next < s->height;
    if (misses) sink_allow_alpha(s);
    while (s->next < s->height) {
        memset(sink_row(s), 0, (size_t)s->width * 4);
        sink_push(s);
    }
    return misses;
}

void sink_close(sink *s) {
    free(s->pixels);
    free(s->row);
    if (s->resizes) resizer_close(&s->filter);
    memset(s, 0, sizeof *s);
}

#endif
