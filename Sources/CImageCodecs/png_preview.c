#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "apng_scan.h"
#include "png_reader.h"
#include "preview.h"

// libpng takes bytes as they come and hands over each row, of an interlaced picture each row of
// each pass.
typedef struct {
    png_reader reader;
    larder_preview *preview;
    size_t taken;
    bool is_open;
} png_state;

static void on_header(png_structp png, png_infop info) {
    (void)info;
    png_state *s = png_get_progressive_ptr(png);
    larder_preview *p = s->preview;
    png_reader_describe(&s->reader);
    if (apng_hides_default(&p->job, false)) {
        png_reader_stop(&s->reader, LARDER_IMAGE_UNSUPPORTED, "No frame is made of its first image");
    }
    p->header = s->reader.header;
    p->colors = s->reader.colors;
    larder_image_status status = preview_plan(p);
    if (status != LARDER_IMAGE_OK) png_reader_stop(&s->reader, status, "");
    if (!memory_take(&p->memory, png_reader_memory(&p->header))) {
        png_reader_stop(&s->reader, LARDER_IMAGE_TOO_MUCH_MEMORY, "");
    }
    png_reader_choose_output(&s->reader);
    png_set_interlace_handling(png);
    png_start_read_image(png);
    status = preview_take_canvas(
        p, p->header.width, p->header.height,
        p->header.has_alpha ? SINK_STRAIGHT : SINK_OPAQUE);
    if (status != LARDER_IMAGE_OK) png_reader_stop(&s->reader, status, "");
    p->is_whole_frame = p->header.progressive;
}

static void on_row(png_structp png, png_bytep row, png_uint_32 y, int pass) {
    (void)pass;
    png_state *s = png_get_progressive_ptr(png);
    larder_preview *p = s->preview;
    if (!p->canvas || y >= p->canvas_height) return;
    if (row) {
        png_progressive_combine_row(png, p->canvas + (size_t)y * p->canvas_width * 4, row);
    }
    if (y >= p->rows) p->rows = y + 1;
    if (larder_should_stop(&p->job, &s->reader.work, p->canvas_width)) {
        png_reader_stop(&s->reader, LARDER_IMAGE_STOPPED, "");
    }
}

static void on_end(png_structp png, png_infop info) {
    (void)png;
    (void)info;
}

// libpng's jumps land here.
static larder_image_status feed(larder_preview *p, larder_image *image) {
    png_state *s = p->state;
    s->preview = p;
    s->reader.job = &p->job;
    s->reader.image = image;
    if (setjmp(s->reader.escape)) return s->reader.status;
    if (!s->is_open) {
        if (!png_reader_open(&s->reader)) return LARDER_IMAGE_NO_MEMORY;
        png_set_progressive_read_fn(s->reader.png, s, on_header, on_row, on_end);
        s->is_open = true;
    }
    size_t from = s->taken;
    s->taken = p->job.size;
    png_process_data(
        s->reader.png, s->reader.info, (png_bytep)p->job.bytes + from, s->taken - from);
    return LARDER_IMAGE_OK;
}

// The rows of later passes would show as gaps before the first pass is through.
static bool has_news(const larder_preview *p) {
    if (p->is_whole_frame && p->rows < p->canvas_height) return false;
    return preview_has_rows(p);
}

static void close(larder_preview *p) {
    png_state *s = p->state;
    png_reader_close(&s->reader);
}

static const preview_source source = {feed, has_news, preview_render_canvas, close};

larder_preview *larder_preview_png(const larder_image_job *job) {
    return preview_make(&source, job, sizeof(png_state));
}

#endif
