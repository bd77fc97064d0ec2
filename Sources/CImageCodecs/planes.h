// Opaque pictures as planes of luma and chroma, made small before they become colours.
//
// The idea: a filter is linear, and so is the step from luma and chroma to colours, so either may
// come first. Filtering planes has 1.5 numbers a pixel to look at instead of 4, and colours are
// made of the small picture only. Between the two numbers are neither rounded to 8 bits nor
// clipped, and chroma of half the resolution is weighted as if it had been made larger first. So
// only colours that are clipped at full size come out a little otherwise: photos come to 51 dB
// or more against the other order.
#ifndef LARDER_PLANES_H
#define LARDER_PLANES_H

#include "finish.h"

typedef struct {
    // Of the luma plane. The picture may be a part of it, from `left` and `top` on.
    uint32_t width, height, left, top;
    // Whether chroma has half the columns, half the rows.
    bool is_halved_across, is_halved_down;
    bool is_gray;
    // What red and blue contribute to luma, as in ITU-T H.273.
    float red, blue;
    // Whether black and white are 0 and 255 instead of 16 and 235.
    bool is_full_range;
} planes_format;

typedef struct {
    planes_format format;
    uint32_t count;
    resizer filters[3];
    // The small planes, in units of 1 / 64.
    int16_t *small[3];
    sink rows;
    // What was taken of whose budget, without the sink's.
    memory_budget *memory;
    uint64_t taken;
} planes;

// Whether a picture is made so much smaller that planes are less work.
bool planes_suit(const larder_image_plan *plan);

// Takes all that planes_show needs too. planes_close is due whatever comes of it; the budget has to
// live until then.
larder_image_status planes_open(
    planes *p, memory_budget *memory, const planes_format *format, const larder_image_plan *plan);

// Takes the rows of a plane that are new since the last call, `rows` in all. They stay as they
// are until planes_close.
void planes_push(planes *p, uint32_t plane, const uint8_t *first, size_t stride, uint32_t rows);

// Makes the picture of the rows that are there.
larder_image_status planes_show(
    planes *p, const larder_image_job *job, const larder_image_plan *plan,
    const color_source *colors, larder_image *image);

void planes_close(planes *p);

#endif
