// libpng's errors, input and limits, shared by what reads PNG.
#ifndef LARDER_PNG_READER_H
#define LARDER_PNG_READER_H

#include <png.h>
#include <setjmp.h>

#include "finish.h"
#include "png_pixels.h"

// All that has to be given back, whether decoding ends or jumps.
typedef struct {
    png_structp png;
    png_infop info;
    jmp_buf escape;
    larder_image_status status;
    const larder_image_job *job;
    larder_image *image;
    // How much of the job's bytes libpng has taken.
    size_t place;
    uint32_t warnings;
    // Pixels since the last look at whether to stop.
    uint32_t work;
    larder_image_header header;
    larder_image_plan plan;
    color_source colors;
    memory_budget memory;
    sink rows;
    // All rows of an interlaced picture, or NULL.
    uint8_t *canvas;
    // What unpacks pixels where libpng does not.
    png_pixels pixels;
    // Whether that found something that is for libpng to judge.
    bool is_doubtful;
} png_reader;

// Makes libpng's structures, with limits set. False means that there is no memory.
bool png_reader_open(png_reader *r);
void png_reader_close(png_reader *r);

// Jumps to `escape`.
_Noreturn void png_reader_stop(png_reader *r, larder_image_status status, const char *why);

// Describes what was read before the pixels.
void png_reader_describe(png_reader *r);

// Bytes that libpng takes for rows: the one that it reads and the one before.
uint64_t png_reader_memory(const larder_image_header *header);

// Has libpng turn every kind of picture into red, green, blue, alpha.
void png_reader_choose_output(png_reader *r);

#endif
