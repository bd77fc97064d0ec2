#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "apng.h"
#include "apng_scan.h"
#include "png_quick.h"

static void poll(png_reader *r) {
    if (larder_should_stop(r->job, &r->work, r->header.width)) png_reader_stop(r, LARDER_IMAGE_STOPPED, "");
}

static void read_rows(png_reader *r) {
    for (uint32_t y = 0; y < r->header.height; y++) {
        png_read_row(r->png, sink_row(&r->rows), NULL);
        sink_push(&r->rows);
        poll(r);
    }
}

// Interlaced: each pass adds pixels all over the picture, so all of it is in memory.
static larder_image_status read_passes(png_reader *r) {
    size_t stride = (size_t)r->header.width * 4;
    if (!memory_take(&r->memory, memory_of(r->header.height, stride, 1))) {
        return LARDER_IMAGE_TOO_MUCH_MEMORY;
    }
    r->canvas = calloc(r->header.height, stride);
    if (!r->canvas) return LARDER_IMAGE_NO_MEMORY;
    int passes = png_set_interlace_handling(r->png);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < r->header.height; y++) {
            png_read_row(r->png, NULL, r->canvas + y * stride);
            poll(r);
        }
    }
    return LARDER_IMAGE_OK;
}

// What follows the pixels can be damaged too. libpng looks at it before it says that it has made
// the last row.
static void push_last_row(png_reader *r) {
    if (!r->canvas && r->png && png_get_current_row_number(r->png) > r->rows.next) {
        sink_push(&r->rows);
    }
}

static void push_canvas(png_reader *r) {
    // What the passes that are missing would have drawn is still transparent.
    if (r->image->partial) sink_allow_alpha(&r->rows);
    size_t stride = (size_t)r->header.width * 4;
    while (r->rows.next < r->header.height) {
        sink_push_lent(&r->rows, r->canvas + r->rows.next * stride);
    }
}

static larder_image_status read_by_libpng(png_reader *r) {
    larder_image_status status = LARDER_IMAGE_OK;
    if (!memory_take(&r->memory, png_reader_memory(&r->header))) {
        return LARDER_IMAGE_TOO_MUCH_MEMORY;
    }
    png_reader_choose_output(r);
    if (r->header.progressive) {
        status = read_passes(r);
    } else {
        read_rows(r);
    }
    if (status == LARDER_IMAGE_OK) png_read_end(r->png, NULL);
    return status;
}

// libpng's jumps land here.
static larder_image_status run(png_reader *r, bool may_be_quick) {
    if (setjmp(r->escape)) return r->status;
    if (!png_reader_open(r)) return LARDER_IMAGE_NO_MEMORY;
    png_read_info(r->png, r->info);
    png_reader_describe(r);
    if (!r->job->plan(r->job->context, &r->header, &r->plan)) return LARDER_IMAGE_STOPPED;
    if (!larder_header_fits(r->job, &r->header)) return LARDER_IMAGE_TOO_LARGE;
    larder_image_status status = sink_open(
        &r->rows, &r->memory, &r->header, &r->plan, r->header.has_alpha ? SINK_STRAIGHT : SINK_OPAQUE,
        8);
    if (status != LARDER_IMAGE_OK) return status;
    if (!may_be_quick || !png_quick_suits(r)) return read_by_libpng(r);
    status = png_quick_read(r);
    r->is_doubtful = status == LARDER_IMAGE_DAMAGED;
    return status;
}

static void start(png_reader *r, const larder_image_job *job, larder_image *image) {
    memset(r, 0, sizeof *r);
    memset(image, 0, sizeof *image);
    r->job = job;
    r->memory.limit = job->max_memory;
    r->image = image;
}

static larder_image_status finish(
    png_reader *r, larder_image_status status, larder_image *image) {
    if (status == LARDER_IMAGE_DAMAGED) push_last_row(r);
    bool shows_something = r->rows.next > 0 || r->canvas;
    if (status == LARDER_IMAGE_DAMAGED && shows_something) {
        image->partial = true;
        status = LARDER_IMAGE_OK;
    }
    if (status == LARDER_IMAGE_OK) {
        if (r->canvas) push_canvas(r);
        status = larder_finish(r->job, &r->plan, &r->colors, &r->rows, image);
    }
    png_reader_close(r);
    return status;
}

larder_image_status larder_decode_png_by_libpng(const larder_image_job *job, larder_image *image) {
    if (apng_hides_default(job, true)) return apng_decode_first(job, image);
    png_reader r;
    start(&r, job, image);
    return finish(&r, run(&r, false), image);
}

larder_image_status larder_decode_png(const larder_image_job *job, larder_image *image) {
    if (apng_hides_default(job, true)) return apng_decode_first(job, image);
    png_reader r;
    start(&r, job, image);
    larder_image_status status = run(&r, true);
    if (!r.is_doubtful) return finish(&r, status, image);
    png_reader_close(&r);
    return larder_decode_png_by_libpng(job, image);
}

#endif
