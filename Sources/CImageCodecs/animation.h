// Pictures that move: each format draws its next frame onto a canvas, and one code makes bitmaps
// of the canvas.
#ifndef LARDER_ANIMATION_H
#define LARDER_ANIMATION_H

#include "finish.h"

typedef struct {
    // Reads the header: fills in header, colors and delays. No memory is taken for pixels yet.
    larder_image_status (*open)(larder_animation *a, larder_image *image);
    // Bytes that decoding frames takes besides the canvas and what is made of it. After `open`.
    uint64_t (*memory)(const larder_animation *a);
    // Goes to before the first frame. The canvas is there and transparent.
    larder_image_status (*rewind)(larder_animation *a, larder_image *image);
    // Draws the next frame onto the canvas, or LARDER_IMAGE_END. A frame that is damaged is drawn
    // as far as it goes, with image->partial set.
    larder_image_status (*advance)(larder_animation *a, larder_image *image);
    // NULL, or makes the bitmap of the frame without the canvas. LARDER_IMAGE_END means that
    // this frame takes the canvas; now it is drawn there.
    larder_image_status (*show)(larder_animation *a, larder_image *image);
    void (*close)(larder_animation *a);
} animation_source;

// What becomes of a frame's place before the next frame is drawn.
typedef enum { AREA_STAYS = 0, AREA_CLEARS = 1, AREA_COMES_BACK = 2 } animation_disposal;

// A frame's place on the canvas, all within it.
typedef struct {
    uint32_t left, top, width, height;
    animation_disposal disposal;
} animation_area;

struct larder_animation {
    larder_image_job job;
    // The job's bytes, if they are the animation's own.
    uint8_t *bytes;
    memory_budget memory;
    larder_image_header header;
    larder_image_plan plan;
    color_source colors;
    // Milliseconds that each frame is shown.
    uint32_t *delays;
    uint32_t delay_count, delay_capacity;
    // header.width x header.height pixels, premultiplied.
    uint8_t *canvas;
    // What the last frame covers, and what was there before if that ever is to come back.
    animation_area last;
    uint8_t *before;
    // Pixels since the last look at whether to stop.
    uint32_t work;
    // The file ends before its end, if perhaps after the first frame.
    bool is_cut;
    const animation_source *source;
    void *state;
};

// Notes the next frame's delay. False if there is no memory or are too many frames.
bool animation_add_delay(larder_animation *a, uint32_t milliseconds);

// Counts pixels that are looked at or written, and looks whether to stop when they are many.
bool animation_should_stop(larder_animation *a, uint32_t pixels);

// A row of an area of the canvas, or of what is as large.
uint8_t *animation_row(
    const larder_animation *a, uint8_t *canvas, const animation_area *area, uint32_t row);

// Does to the last frame's place what is to become of it.
larder_image_status animation_dispose(larder_animation *a);

// Notes what a frame is about to cover, and keeps what is there if that is to come back.
larder_image_status animation_cover(larder_animation *a, animation_area area);

// Decodes the first frame only.
larder_image_status animation_decode_first(
    const animation_source *source, const larder_image_job *job, larder_image *image);

// Opens an animation that lives on after the call.
larder_image_status animation_open(
    const animation_source *source, const larder_image_job *job, larder_animation **animation,
    larder_image *image);

#endif
