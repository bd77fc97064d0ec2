// The packed rows of a PNG: its IDAT chunks, unpacked by ISA-L.
#ifndef LARDER_PNG_PIXELS_H
#define LARDER_PNG_PIXELS_H

#include <isa-l/igzip_lib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Only what is right by every checksum passes; the slightest doubt is damage.
typedef struct {
    const uint8_t *bytes;
    size_t size;
    // The next byte to be taken, and how many are left of its chunk.
    size_t place, left;
    uint32_t crc;
    struct inflate_state *inflater;
    // Rows, each behind the number of its filter: one that was read, then those to come.
    uint8_t *window;
    size_t stride, capacity, next, end;
} png_pixels;

// Whether rows of that many bytes are short enough.
bool png_pixels_fit(size_t row_bytes);

// Bytes that png_pixels_open takes.
uint64_t png_pixels_memory(size_t row_bytes);

// Prepares for the chunks that begin at `place`. False means that there is no memory.
bool png_pixels_open(
    png_pixels *p, const uint8_t *bytes, size_t size, size_t place, size_t row_bytes);

// The next row: its filter's number, then its bytes, which may be changed in place. The row before
// it lies right before it, all 0 for the first. NULL means damage.
uint8_t *png_pixels_row(png_pixels *p);

// Whether the data ends with the last row. `place` is then that of the next chunk.
bool png_pixels_end(png_pixels *p);

void png_pixels_close(png_pixels *p);

// Whether a whole chunk, its checksum right, stands at `place`. Tells how long its content is.
bool png_chunk_is_whole(const uint8_t *bytes, size_t size, size_t place, size_t *length);

#endif
