// Where the frames of a PNG that moves are, and what becomes of each (the PNG specification's third
// edition: acTL, fcTL, fdAT). Knows chunks only; their pixels are libpng's.
#ifndef LARDER_APNG_SCAN_H
#define LARDER_APNG_SCAN_H

#include "animation.h"

// A place in the file, between two chunks.
typedef struct {
    const uint8_t *bytes;
    size_t size, place;
    uint32_t width, height;
    // Passes through all frames; 0 is without end.
    uint32_t plays;
    // Frames to come, as the file counts them.
    uint32_t left;
    // The number that the next of the animation's chunks has.
    uint32_t sequence;
    // Behind the default image, or within it.
    bool has_pixels;
    // The file ends before its end.
    bool is_cut;
} apng_scan;

typedef struct {
    animation_area area;
    uint32_t milliseconds;
    // Laid over what is there, instead of taking its place.
    bool blends;
} apng_frame;

// A piece of a frame's packed pixels.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    // As long as it says, with the checksum that belongs to it.
    bool is_sound;
} apng_piece;

// Goes to the beginning. False where nothing says that the picture moves.
bool apng_begin(apng_scan *s, const uint8_t *bytes, size_t size);

// Goes behind the head of the next frame; false if there is none. One that is not where the
// standard wants it, or outside the picture, ends the animation.
bool apng_next(apng_scan *s, apng_frame *frame);

// The next piece of that frame; false behind the last one.
bool apng_next_piece(apng_scan *s, apng_piece *piece);

// Counts frames and passes; they stay as they are for a picture that does not move.
void apng_count(const larder_image_job *job, larder_image_header *header);

// Whether the default image, which libpng reads, is for programs that know no frames: no frame is
// made of it. Of a file that is not whole yet, whether it may be so.
bool apng_hides_default(const larder_image_job *job, bool is_whole);

#endif
