// Where decoders put their rows: straight into the result, or through the resize filter.
#ifndef LARDER_SINK_H
#define LARDER_SINK_H

#include "include/larder_images.h"
#include "memory_budget.h"
#include "resize.h"

typedef enum {
    // Every fourth byte is 255.
    SINK_OPAQUE = 0,
    // Every fourth byte becomes 255, whatever it is: lossless WebP can hold an alpha that its header
    // denies, and browsers go by the header.
    SINK_MADE_OPAQUE,
    // Rows come in with straight alpha; the sink premultiplies them.
    SINK_STRAIGHT,
    // Rows come in premultiplied.
    SINK_PREMULTIPLIED,
    // Four inks; nothing is assumed of them.
    SINK_INKS,
} sink_kind;

typedef struct {
    sink_kind kind;
    uint32_t width, height;
    uint32_t out_width, out_height;
    // The next row to come.
    uint32_t next;
    // The part of the picture that is kept when no filter is needed.
    uint32_t left, top;
    bool resizes;
    resizer filter;
    uint8_t *row;
    uint8_t *pixels;
    // What was taken of whose budget.
    memory_budget *memory;
    uint64_t taken;
} sink;

// Bytes that a sink takes, its result and what larder_finish makes of that included.
uint64_t sink_memory(
    const larder_image_header *header, const larder_image_plan *plan, uint32_t eighths);

// Prepares for a picture that is decoded at `eighths` of the size in `header`, of which the plan
// shows a part. Sides that come out broken are rounded up. Fails if it does not fit in the budget,
// which has to live as long as the sink. sink_close is due all the same.
larder_image_status sink_open(
    sink *s, memory_budget *memory, const larder_image_header *header,
    const larder_image_plan *plan, sink_kind kind, uint32_t eighths);

// Memory for the next row, 4 * width bytes. Good until sink_push.
uint8_t *sink_row(sink *s);

// Takes the row that was written.
void sink_push(sink *s);

// Takes a row that lies elsewhere, and stays as it is until the sink is closed.
void sink_push_lent(sink *s, const uint8_t *row);

// From here on rows may be transparent, premultiplied, although the picture was to be opaque.
void sink_allow_alpha(sink *s);

// Makes what is missing transparent. Returns whether anything was.
bool sink_fill(sink *s);

// Frees everything that was not handed on.
void sink_close(sink *s);

#endif
