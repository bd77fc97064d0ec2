#include "resize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "resize_weights.h"

// From this ratio on, boxes of pixels are averaged so that a ratio of about half remains.
enum { box_from = 16, box_to = 8 };
// A box of more pixels could overflow a sum of 32 bits.
enum { box_limit = 2048 };

static uint32_t box_for(double ratio) {
    if (ratio < box_from) return 1;
    return ratio / box_to < box_limit ? (uint32_t)(ratio / box_to) : box_limit;
}

// The numbers of one direction, in boxes if there are any.
static resize_span span_in(
    double extent, double start, double length, bool is_halved, uint32_t box) {
    if (is_halved && box == 1) return (resize_span){extent, start, length, true};
    double size = is_halved ? box * 2.0 : box;
    return (resize_span){extent / size, start / size, length / size, false};
}

static bool has_boxes(const resizer *r) { return r->box_across > 1 || r->box_down > 1; }

// Columns and rows of the picture, as the weights look at them.
typedef struct {
    resize_span columns, rows;
} resize_spans;

// Decides the size of everything.
static resize_spans lay_out(
    resizer *r, uint32_t channels, double width, double height, const resize_part *part) {
    double across = part->is_halved_across ? 2 : 1, down = part->is_halved_down ? 2 : 1;
    memset(r, 0, sizeof *r);
    r->channels = channels;
    r->in_width = (uint32_t)ceil(width / across);
    r->in_height = (uint32_t)ceil(height / down);
    r->out_width = part->out_width;
    r->box_across = box_for(part->width / across / part->out_width);
    r->box_down = box_for(part->height / down / part->out_height);
    r->width = (uint32_t)ceil(width / across / r->box_across);
    r->height = (uint32_t)ceil(height / down / r->box_down);
    resize_spans spans = {
        span_in(width, part->x, part->width, part->is_halved_across, r->box_across),
        span_in(height, part->y, part->height, part->is_halved_down, r->box_down)};
    resize_weights_lay_out(&r->across, &spans.columns, part->out_width, channels == 1 ? 16 : 4);
    resize_weights_lay_out(&r->down, &spans.rows, part->out_height, 4);
    r->numbers = (size_t)r->width * channels;
    // A stride that is no power of two keeps the rows of a column out of each other's cache lines.
    r->ring_stride = (r->numbers + 79) / 16 * 16;
    return spans;
}

// The bytes of each part. Rows are read sixteen numbers beyond what there is of `middle`.
static size_t ring_size(const resizer *r) { return off_aligned + r->ring_stride * r->down.taps; }
static size_t middle_count(const resizer *r) { return r->numbers + 16; }
static size_t row_size(const resizer *r) { return off_aligned + (size_t)r->in_width * r->channels; }

uint64_t resizer_memory(
    double width, double height, const resize_part *part, uint32_t channels) {
    resizer r;
    lay_out(&r, channels, width, height, part);
    uint64_t bytes = resize_weights_memory(&r.across) + resize_weights_memory(&r.down)
        + ring_size(&r) + middle_count(&r) * sizeof *r.middle
        + r.down.taps * (sizeof *r.window + sizeof *r.places);
    if (has_boxes(&r)) bytes += row_size(&r) + r.numbers * sizeof *r.sums;
    return bytes;
}

static bool open(resizer *r, const resize_spans *spans) {
    if (!resize_weights_open(&r->across, &spans->columns)
        || !resize_weights_open(&r->down, &spans->rows)) {
        return false;
    }
    r->first = r->across.starts[0];
    r->last = r->across.starts[r->out_width - 1] + r->across.taps;
    r->ring = malloc(ring_size(r));
    r->window = malloc(r->down.taps * sizeof *r->window);
    r->places = malloc(r->down.taps * sizeof *r->places);
    r->middle = calloc(middle_count(r), sizeof *r->middle);
    if (has_boxes(r)) {
        r->row = malloc(row_size(r));
        r->sums = calloc(r->numbers, sizeof *r->sums);
        if (!r->row || !r->sums) return false;
    }
    return r->ring && r->window && r->places && r->middle;
}

bool resizer_open(
    resizer *r, double width, double height, const resize_part *part, bool clamps_to_alpha,
    uint8_t *out) {
    resize_spans spans = lay_out(r, 4, width, height, part);
    r->clamps_to_alpha = clamps_to_alpha;
    r->out = out;
    return open(r, &spans);
}

bool resizer_open_plane(
    resizer *r, double width, double height, const resize_part *part, int16_t *out) {
    resize_spans spans = lay_out(r, 1, width, height, part);
    r->out_plane = out;
    return open(r, &spans);
}

void resizer_close(resizer *r) {
    resize_weights_close(&r->across);
    resize_weights_close(&r->down);
    free(r->ring);
    free(r->window);
    free(r->places);
    free(r->middle);
    free(r->row);
    free(r->sums);
    memset(r, 0, sizeof *r);
}

static uint8_t *ring_row(const resizer *r, uint32_t index) {
    return r->ring + off_aligned + index % r->down.taps * r->ring_stride;
}

uint8_t *resizer_row(resizer *r) {
    return r->sums ? r->row + off_aligned : ring_row(r, r->rows_boxed);
}

// Colours above their alpha come from the filter's negative lobes.
static void clamp_to_alpha(uint8_t *pixels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, pixels += 4) {
        uint8_t alpha = pixels[3];
        for (int c = 0; c < 3; c++) pixels[c] = pixels[c] < alpha ? pixels[c] : alpha;
    }
}

static void emit_row(resizer *r) {
    uint32_t start = r->down.starts[r->rows_out];
    for (uint32_t tap = 0; tap < r->down.taps; tap++) {
        r->window[tap] = r->places[(start + tap) % r->down.taps];
    }
    const int16_t *weights = r->down.weights + (size_t)r->rows_out * r->down.stride;
    size_t first = (size_t)r->first * r->channels, last = (size_t)r->last * r->channels;
    resize_down(r->window, weights, r->down.taps, first, last, r->middle);
    size_t place = (size_t)r->rows_out * r->out_width;
    if (r->channels == 1) {
        resize_plane_across(r->middle, &r->across, r->out_plane + place);
    } else {
        resize_across(r->middle, &r->across, r->out + place * 4);
        if (r->clamps_to_alpha) clamp_to_alpha(r->out + place * 4, r->out_width);
    }
    r->rows_out++;
}

// A number of channels that is known where this is called makes it three times as fast.
static inline void add_channels(resizer *r, const uint8_t *from, uint32_t channels) {
    uint32_t *sums = r->sums;
    for (uint32_t x = 0; x < r->in_width; x += r->box_across, sums += channels) {
        uint32_t end = x + r->box_across < r->in_width ? x + r->box_across : r->in_width;
        for (uint32_t i = x; i < end; i++, from += channels) {
            for (uint32_t c = 0; c < channels; c++) sums[c] += from[c];
        }
    }
}

static void add_to_sums(resizer *r, const uint8_t *from) {
    if (r->channels == 1) {
        add_channels(r, from, 1);
    } else {
        add_channels(r, from, 4);
    }
}

// Turns the sums into one row of averages and starts new ones.
static void finish_box(resizer *r, uint32_t rows) {
    uint8_t *to = ring_row(r, r->rows_boxed);
    uint32_t *sums = r->sums;
    for (uint32_t x = 0; x < r->width; x++) {
        uint32_t columns = r->in_width - x * r->box_across;
        if (columns > r->box_across) columns = r->box_across;
        uint32_t count = columns * rows;
        for (uint32_t c = 0; c < r->channels; c++) {
            *to++ = (uint8_t)((*sums + count / 2) / count);
            *sums++ = 0;
        }
    }
}

static void emit_rows(resizer *r, const uint8_t *row) {
    r->places[r->rows_boxed % r->down.taps] = row;
    r->rows_boxed++;
    while (r->rows_out < r->down.count
           && r->down.starts[r->rows_out] + r->down.taps <= r->rows_boxed) {
        emit_row(r);
    }
}

void resizer_push(resizer *r) { resizer_push_lent(r, resizer_row(r)); }

void resizer_push_lent(resizer *r, const uint8_t *row) {
    if (r->rows_in >= r->in_height) return;
    r->rows_in++;
    if (!r->sums) {
        emit_rows(r, row);
        return;
    }
    add_to_sums(r, row);
    uint32_t rows = (r->rows_in - 1) % r->box_down + 1;
    if (rows < r->box_down && r->rows_in < r->in_height) return;
    finish_box(r, rows);
    emit_rows(r, ring_row(r, r->rows_boxed));
}
