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

bool resizer_open(
    resizer *r, double width, double height, const resize_part *part, bool clamps_to_alpha,
    uint8_t *out) {
    memset(r, 0, sizeof *r);
    r->in_width = (uint32_t)ceil(width);
    r->in_height = (uint32_t)ceil(height);
    r->out_width = part->out_width;
    r->box_across = box_for(part->width / part->out_width);
    r->box_down = box_for(part->height / part->out_height);
    r->clamps_to_alpha = clamps_to_alpha;
    r->out = out;
    double across = r->box_across, down = r->box_down;
    r->width = (uint32_t)ceil(width / across);
    r->height = (uint32_t)ceil(height / down);
    if (!resize_weights_open(
            &r->across, width / across, part->x / across, part->width / across, part->out_width)
        || !resize_weights_open(
            &r->down, height / down, part->y / down, part->height / down, part->out_height)) {
        return false;
    }
    r->first = r->across.starts[0];
    r->last = r->across.starts[part->out_width - 1] + r->across.taps;
    // A stride that is no power of two keeps the rows of a column out of each other's cache lines.
    r->ring_stride = (size_t)r->width * 4 + 64;
    r->ring = malloc(r->ring_stride * r->down.taps);
    r->window = malloc(r->down.taps * sizeof *r->window);
    r->places = malloc(r->down.taps * sizeof *r->places);
    // Four pixels more than there are: the filter reads four at a time.
    r->middle = calloc(((size_t)r->width + 4) * 4, sizeof *r->middle);
    if (r->box_across > 1 || r->box_down > 1) {
        r->row = malloc((size_t)r->in_width * 4);
        r->sums = calloc((size_t)r->width * 4, sizeof *r->sums);
        if (!r->row || !r->sums) return false;
    }
    return r->ring && r->window && r->places && r->middle;
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
    return r->ring + index % r->down.taps * r->ring_stride;
}

uint8_t *resizer_row(resizer *r) { return r->sums ? r->row : ring_row(r, r->rows_boxed); }

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
    resize_down(
        r->window, weights, r->down.taps, (size_t)r->first * 4, (size_t)r->last * 4, r->middle);
    uint8_t *out = r->out + (size_t)r->rows_out * r->out_width * 4;
    resize_across(r->middle, &r->across, out);
    if (r->clamps_to_alpha) clamp_to_alpha(out, r->out_width);
    r->rows_out++;
}

static void add_to_sums(resizer *r, const uint8_t *from) {
    uint32_t *sums = r->sums;
    for (uint32_t x = 0; x < r->in_width; x += r->box_across, sums += 4) {
        uint32_t end = x + r->box_across < r->in_width ? x + r->box_across : r->in_width;
        for (uint32_t i = x; i < end; i++, from += 4) {
            for (int c = 0; c < 4; c++) sums[c] += from[c];
        }
    }
}

// Turns the sums into one row of averages and starts new ones.
static void finish_box(resizer *r, uint32_t rows) {
    uint8_t *to = ring_row(r, r->rows_boxed);
    for (uint32_t x = 0; x < r->width; x++) {
        uint32_t columns = r->in_width - x * r->box_across;
        if (columns > r->box_across) columns = r->box_across;
        uint32_t count = columns * rows;
        for (int c = 0; c < 4; c++) {
            to[x * 4 + c] = (uint8_t)((r->sums[x * 4 + c] + count / 2) / count);
        }
    }
    memset(r->sums, 0, (size_t)r->width * 4 * sizeof *r->sums);
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
