#if defined(__linux__)

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "encode_rows.h"

// All that has to be given back, whether encoding ends or jumps.
typedef struct {
    png_structp png;
    png_infop info;
    jmp_buf escape;
    const larder_encode_job *job;
    larder_encoded *encoded;
    size_t capacity;
    uint8_t *row;
    uint8_t *profile;
} png_writer;

static _Noreturn void on_error(png_structp png, png_const_charp message) {
    png_writer *w = png_get_error_ptr(png);
    larder_encode_fail(w->encoded, LARDER_IMAGE_UNSUPPORTED, message);
    longjmp(w->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
    png_writer *w = png_get_io_ptr(png);
    larder_encoded *to = w->encoded;
    if (count > w->capacity - to->size) {
        size_t capacity = (to->size + count) * 2;
        uint8_t *grown = realloc(to->bytes, capacity);
        if (!grown) png_error(png, "There is no memory");
        to->bytes = grown;
        w->capacity = capacity;
    }
    memcpy(to->bytes + to->size, bytes, count);
    to->size += count;
}

static void flush(png_structp png) { (void)png; }

static void write_colors(png_writer *w) {
    if (!w->job->display_p3) {
        png_set_sRGB(w->png, w->info, PNG_sRGB_INTENT_PERCEPTUAL);
        return;
    }
    size_t size = 0;
    w->profile = color_display_p3_profile(&size);
    if (!w->profile) png_error(w->png, "There is no memory");
    png_set_iCCP(
        w->png, w->info, "Display P3", PNG_COMPRESSION_TYPE_BASE, w->profile, (png_uint_32)size);
}

static void write_picture(png_writer *w) {
    int type = w->job->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
    png_set_IHDR(
        w->png, w->info, w->job->width, w->job->height, 8, type,
        w->job->progressive ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    write_colors(w);
    png_write_info(w->png, w->info);
    if (!w->job->has_alpha) png_set_filler(w->png, 0, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(w->png);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < w->job->height; y++) {
            larder_straight_row(w->job, y, w->row);
            png_write_row(w->png, w->row);
        }
    }
    png_write_end(w->png, NULL);
}

// libpng's jumps land here.
static larder_image_status run(png_writer *w) {
    if (setjmp(w->escape)) return LARDER_IMAGE_UNSUPPORTED;
    w->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, w, on_error, on_warning);
    if (!w->png) return LARDER_IMAGE_NO_MEMORY;
    w->info = png_create_info_struct(w->png);
    w->row = malloc((size_t)w->job->width * 4);
    if (!w->info || !w->row) return LARDER_IMAGE_NO_MEMORY;
    png_set_write_fn(w->png, w, append, flush);
    png_set_user_limits(w->png, 0x7FFFFFFF, 0x7FFFFFFF);
    write_picture(w);
    return LARDER_IMAGE_OK;
}

larder_image_status larder_encode_png(const larder_encode_job *job, larder_encoded *encoded) {
    png_writer w;
    memset(&w, 0, sizeof w);
    memset(encoded, 0, sizeof *encoded);
    w.job = job;
    w.encoded = encoded;
    larder_image_status status = run(&w);
    if (w.png) png_destroy_write_struct(&w.png, &w.info);
    free(w.row);
    free(w.profile);
    if (status != LARDER_IMAGE_OK) {
        free(encoded->bytes);
        encoded->bytes = NULL;
        encoded->size = 0;
    }
    return status;
}

#endif
