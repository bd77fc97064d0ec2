#if defined(__linux__)

#include "sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "premultiply.h"

static bool is_whole(double x) { return x == floor(x); }

// The picture as it is decoded, and the part of it that is shown.
typedef struct {
    double width, height;
    resize_part part;
} view;

static view view_of(
    const larder_image_header *header, const larder_image_plan *plan, uint32_t eighths) {
    double scale = eighths / 8.0;
    return (view){
        header->width * scale, header->height * scale,
        {plan->x * scale, plan->y * scale, plan->width * scale, plan->height * scale,
         plan->out_width, plan->out_height}};
}

static bool is_plain(const view *v) {
    const resize_part *part = &v->part;
    return part->width == part->out_width && part->height == part->out_height && is_whole(part->x)
        && is_whole(part->y) && part->x >= 0 && part->x + part->width <= ceil(v->width)
        && part->y >= 0 && part->y + part->height <= ceil(v->height);
}

static size_t row_size(const view *v) { return off_aligned + (size_t)ceil(v->width) * 4; }

uint64_t sink_memory(
    const larder_image_header *header, const larder_image_plan *plan, uint32_t eighths) {
    view v = view_of(header, plan, eighths);
    // Turning a picture takes its memory twice.
    uint64_t copies = plan->orientation > 1 ? 2 : 1;
    uint64_t result = memory_of(plan->out_width, plan->out_height, 4 * copies);
    uint64_t rows = is_plain(&v) ? row_size(&v) : resizer_memory(v.width, v.height, &v.part, 4);
    return memory_sum(result, rows);
}

// Every byte of the result is a row's, sink_fill's at the latest.
static bool open_plain(sink *s, const view *v) {
    s->left = (uint32_t)v->part.x;
    s->top = (uint32_t)v->part.y;
    s->pixels = malloc((size_t)s->out_width * s->out_height * 4);
    s->row = malloc(row_size(v));
    return s->pixels && s->row;
}

static bool open_filter(sink *s, const view *v) {
    s->resizes = true;
    s->pixels = calloc((size_t)s->out_width * s->out_height, 4);
    if (!s->pixels) return false;
    bool clamps = s->kind == SINK_STRAIGHT || s->kind == SINK_PREMULTIPLIED;
    return resizer_open(&s->filter, v->width, v->height, &v->part, clamps, s->pixels);
}

larder_image_status sink_open(
    sink *s, memory_budget *memory, const larder_image_header *header,
    const larder_image_plan *plan, sink_kind kind, uint32_t eighths) {
    view v = view_of(header, plan, eighths);
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->width = (uint32_t)ceil(v.width);
    s->height = (uint32_t)ceil(v.height);
    s->out_width = plan->out_width;
    s->out_height = plan->out_height;
    if (s->out_width == 0 || s->out_height == 0) return LARDER_IMAGE_TOO_LARGE;
    uint64_t bytes = sink_memory(header, plan, eighths);
    if (!memory_take(memory, bytes)) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    s->memory = memory;
    s->taken = bytes;
    bool is_open = is_plain(&v) ? open_plain(s, &v) : open_filter(s, &v);
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
    if (s->memory) memory_give_back(s->memory, s->taken);
    memset(s, 0, sizeof *s);
}

#endif
