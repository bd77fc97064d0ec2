#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "encode_rows.h"
#include "jpeg_errors.h"

// All that has to be given back, whether encoding ends or jumps.
typedef struct {
    struct jpeg_compress_struct info;
    jpeg_errors errors;
    const larder_encode_job *job;
    uint8_t *row;
    uint8_t *profile;
    unsigned char *bytes;
    unsigned long size;
} jpeg_writer;

// From this quality on, colours are kept at full resolution.
enum { full_chroma_from = 90 };

static void set_up(jpeg_writer *w) {
    w->info.image_width = w->job->width;
    w->info.image_height = w->job->height;
    w->info.input_components = 4;
    w->info.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&w->info);
    jpeg_set_quality(&w->info, w->job->quality, TRUE);
    w->info.optimize_coding = TRUE;
    if (w->job->progressive) jpeg_simple_progression(&w->info);
    if (w->job->quality >= full_chroma_from) {
        w->info.comp_info[0].h_samp_factor = 1;
        w->info.comp_info[0].v_samp_factor = 1;
    }
}

static void write_profile(jpeg_writer *w) {
    if (!w->job->display_p3) return;
    size_t size = 0;
    w->profile = color_display_p3_profile(&size);
    if (w->profile) jpeg_write_icc_profile(&w->info, w->profile, (unsigned)size);
}

// libjpeg's jumps land here.
static larder_image_status run(jpeg_writer *w) {
    if (setjmp(w->errors.escape)) return w->errors.status;
    jpeg_create_compress(&w->info);
    jpeg_mem_dest(&w->info, &w->bytes, &w->size);
    set_up(w);
    jpeg_start_compress(&w->info, TRUE);
    write_profile(w);
    w->row = malloc((size_t)w->job->width * 4);
    if (!w->row) return LARDER_IMAGE_NO_MEMORY;
    while (w->info.next_scanline < w->info.image_height) {
        larder_row_on_white(w->job, w->info.next_scanline, w->row);
        jpeg_write_scanlines(&w->info, &w->row, 1);
    }
    jpeg_finish_compress(&w->info);
    return LARDER_IMAGE_OK;
}

larder_image_status larder_encode_jpeg(const larder_encode_job *job, larder_encoded *encoded) {
    jpeg_writer w;
    memset(&w, 0, sizeof w);
    memset(encoded, 0, sizeof *encoded);
    w.job = job;
    w.info.err = jpeg_errors_open(&w.errors, 0);
    larder_image_status status = run(&w);
    jpeg_destroy_compress(&w.info);
    free(w.row);
    free(w.profile);
    if (status == LARDER_IMAGE_OK) {
        encoded->bytes = w.bytes;
        encoded->size = w.size;
        return status;
    }
    free(w.bytes);
    return larder_encode_fail(encoded, status, w.errors.message);
}

#endif
