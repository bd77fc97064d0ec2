// A separable Lanczos filter of three lobes that takes rows one by one.
//
// The idea: rows come from a decoder, newest last, and only as many are kept as one output row
// looks at. When the last of them is there, they are weighted into one row of 16 bits a channel
// (down the columns, where SIMD is at its best), and that row is filtered across into the result.
// A picture is never in memory as a whole.
//
// Weights are in units of 1 / 16384 and rounded so that their running sums are exact to half a
// unit: they add up to exactly 1, so plain areas keep their colour to the bit. A filter that
// would look at more than about 100 rows first averages whole boxes of pixels.
//
// The filter works on the stored numbers (gamma light), as browsers and the other libraries do,
// and on premultiplied colours, so that transparent pixels have no say in their neighbours' hue.
#ifndef LARDER_RESIZE_H
#define LARDER_RESIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// For each output pixel the input pixels that count, and how much.
typedef struct {
    uint32_t *starts;
    // `stride` weights for each output pixel, a multiple of 4 (of 16 for one channel), 0 from
    // `taps` on.
    int16_t *weights;
    uint32_t taps;
    uint32_t stride;
    uint32_t count;
} resize_weights;

typedef struct {
    // Rows and columns that come in, and the same in whole boxes.
    uint32_t in_width, in_height, width, height;
    uint32_t out_width;
    // 4, or 1 for a plane.
    uint32_t channels;
    uint32_t box_across, box_down;
    resize_weights across, down;
    // The first column that the filter looks at, and the one after the last.
    uint32_t first, last;
    // Boxed rows, as many as one output row looks at, each `ring_stride` bytes.
    uint8_t *ring;
    size_t ring_stride;
    // Numbers in a boxed row.
    size_t numbers;
    // Where each of the last rows lies: in the ring, or wherever it was lent from.
    const uint8_t **places;
    const uint8_t **window;
    // With boxes: the row that comes in, and sums of the rows before it in its box.
    uint8_t *row;
    uint32_t *sums;
    uint32_t rows_in, rows_boxed, rows_out;
    int16_t *middle;
    bool clamps_to_alpha;
    // For four channels, or for one, whose numbers come out in units of 1 / 64, unclipped.
    uint8_t *out;
    int16_t *out_plane;
} resizer;

typedef struct {
    double x, y, width, height;
    uint32_t out_width, out_height;
    // Of a plane of chroma: half as many columns or rows come as these numbers and the picture's
    // size say.
    bool is_halved_across, is_halved_down;
} resize_part;

// Bytes that a resizer of so many channels takes; the result is not among them.
uint64_t resizer_memory(
    double width, double height, const resize_part *part, uint32_t channels);

// Prepares to make `part` of a picture of width x height; if these are not whole, the last column
// and row reach beyond the picture's end. False means that there is no memory; resizer_close is
// due all the same.
bool resizer_open(
    resizer *r, double width, double height, const resize_part *part, bool clamps_to_alpha,
    uint8_t *out);

// The same for one channel.
bool resizer_open_plane(
    resizer *r, double width, double height, const resize_part *part, int16_t *out);

// Where rows begin in memory that malloc gave for them. libjpeg-turbo writes rows that lie on
// multiples of 16 or 32 around the cache, and what reads them soon after waits for them.
enum { off_aligned = 4 };

// Where the next row may be written before resizer_push; 4 * width bytes, or width for a plane.
uint8_t *resizer_row(resizer *r);

// Takes the row written there, and makes all output rows that are complete with it.
void resizer_push(resizer *r);

// Takes a row that lies elsewhere, and stays as it is until the resizer is closed.
void resizer_push_lent(resizer *r, const uint8_t *row);

void resizer_close(resizer *r);

// Weights `taps` rows into `middle`, columns first to last (in bytes).
void resize_down(
    const uint8_t *const *rows, const int16_t *weights, uint32_t taps, size_t first, size_t last,
    int16_t *middle);

// Filters one row of 16-bit numbers across into `out`: four channels, or one.
void resize_across(const int16_t *middle, const resize_weights *weights, uint8_t *out);
void resize_plane_across(const int16_t *middle, const resize_weights *weights, int16_t *out);

#endif
