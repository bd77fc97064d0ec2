#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "jpeg_errors.h"
#include "jpeg_header.h"
#include "preview.h"

// A progressive file shows its last complete scan, a plain one the rows that are there. libjpeg
// stops where the bytes end ("suspension") and takes up again there.
typedef struct {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_source_mgr input;
    // How much of the preview's bytes libjpeg has taken.
    size_t taken;
    // Bytes to be passed over that have not come yet.
    size_t to_skip;
    uint8_t *icc;
    sink rows;
    int scan_shown;
    bool is_open, has_header, is_started;
} jpeg_state;

static void do_nothing(j_decompress_ptr info) { (void)info; }

static boolean suspend(j_decompress_ptr info) {
    (void)info;
    return FALSE;
}

static void pass_over(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    larder_preview *p = info->client_data;
    jpeg_state *j = p->state;
    size_t there = j->input.bytes_in_buffer;
    size_t now = (size_t)count < there ? (size_t)count : there;
    j->input.next_input_byte += now;
    j->input.bytes_in_buffer -= now;
    j->to_skip += (size_t)count - now;
}

static void watch(j_common_ptr common) {
    j_decompress_ptr info = (j_decompress_ptr)common;
    larder_preview *p = info->client_data;
    jpeg_state *j = p->state;
    if ((uint32_t)info->input_scan_number > p->job.max_scans) {
        jpeg_errors_stop(&j->errors, LARDER_IMAGE_TOO_LARGE, "There are too many scans");
    }
    if (p->job.should_stop(p->job.context)) {
        jpeg_errors_stop(&j->errors, LARDER_IMAGE_STOPPED, "");
    }
}

static void open(larder_preview *p) {
    jpeg_state *j = p->state;
    j->is_open = true;
    jpeg_create_decompress(&j->info);
    j->info.client_data = p;
    j->progress.progress_monitor = watch;
    j->info.progress = &j->progress;
    j->info.mem->max_memory_to_use = (long)p->job.max_memory;
    j->input.init_source = do_nothing;
    j->input.fill_input_buffer = suspend;
    j->input.skip_input_data = pass_over;
    j->input.resync_to_restart = jpeg_resync_to_restart;
    j->input.term_source = do_nothing;
    j->info.src = &j->input;
    jpeg_keep_markers(&j->info);
}

// Shows libjpeg the bytes that it has not taken; they may lie elsewhere than at the last time.
static void lend_bytes(larder_preview *p) {
    jpeg_state *j = p->state;
    size_t there = p->job.size - j->taken;
    size_t skipped = j->to_skip < there ? j->to_skip : there;
    j->to_skip -= skipped;
    j->taken += skipped;
    j->input.next_input_byte = p->job.bytes + j->taken;
    j->input.bytes_in_buffer = p->job.size - j->taken;
}

static void take_bytes_back(larder_preview *p) {
    jpeg_state *j = p->state;
    j->taken = p->job.size - j->input.bytes_in_buffer;
}

static larder_image_status read_header(larder_preview *p) {
    jpeg_state *j = p->state;
    if (jpeg_read_header(&j->info, TRUE) == JPEG_SUSPENDED) return LARDER_IMAGE_OK;
    j->has_header = true;
    jpeg_describe(&j->info, p->job.max_metadata, &p->header, &j->icc);
    p->colors.model = p->header.model;
    p->colors.icc = p->header.icc;
    p->colors.icc_size = p->header.icc_size;
    bool inks = p->header.model == LARDER_COLORS_CMYK;
    p->kind = inks ? SINK_INKS : SINK_OPAQUE;
    larder_image_status status = preview_plan(p);
    if (status != LARDER_IMAGE_OK) return status;
    if (!memory_take(&p->memory, jpeg_memory(&j->info))) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    j->info.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    j->info.scale_num = p->eighths = jpeg_scale_for(&p->plan);
    j->info.scale_denom = 8;
    if (!memory_fits(&p->memory, sink_memory(&p->header, &p->plan, p->eighths))) {
        return LARDER_IMAGE_TOO_MUCH_MEMORY;
    }
    j->info.buffered_image = jpeg_has_multiple_scans(&j->info);
    return LARDER_IMAGE_OK;
}

static larder_image_status start(larder_preview *p) {
    jpeg_state *j = p->state;
    if (!jpeg_start_decompress(&j->info)) return LARDER_IMAGE_OK;
    j->is_started = true;
    if (j->info.buffered_image) return LARDER_IMAGE_OK;
    return preview_take_canvas(p, j->info.output_width, j->info.output_height, p->kind);
}

static void read_rows(larder_preview *p) {
    jpeg_state *j = p->state;
    while (j->info.output_scanline < j->info.output_height) {
        JSAMPROW row = p->canvas + (size_t)p->rows * p->canvas_width * 4;
        if (jpeg_read_scanlines(&j->info, &row, 1) != 1) return;
        p->rows++;
    }
}

static void read_scans(jpeg_state *j) {
    int status = JPEG_ROW_COMPLETED;
    while (status != JPEG_SUSPENDED && status != JPEG_REACHED_EOI) {
        status = jpeg_consume_input(&j->info);
    }
}

// libjpeg's jumps land here.
static larder_image_status feed(larder_preview *p, larder_image *image) {
    jpeg_state *j = p->state;
    if (!j->is_open) j->info.err = jpeg_errors_open(&j->errors, p->job.max_warnings);
    if (setjmp(j->errors.escape)) return larder_fail(image, j->errors.status, j->errors.message);
    if (!j->is_open) open(p);
    lend_bytes(p);
    larder_image_status status = LARDER_IMAGE_OK;
    if (!j->has_header) status = read_header(p);
    if (status == LARDER_IMAGE_OK && j->has_header && !j->is_started) status = start(p);
    if (status == LARDER_IMAGE_OK && j->is_started) {
        if (j->info.buffered_image) {
            read_scans(j);
        } else {
            read_rows(p);
        }
    }
    take_bytes_back(p);
    return status;
}

// The scan that is coming in is not shown: reading on in it would wait for bytes.
static int complete_scan(const jpeg_state *j) { return j->info.input_scan_number - 1; }

static bool has_news(const larder_preview *p) {
    const jpeg_state *j = p->state;
    if (!j->is_started) return false;
    return j->info.buffered_image ? complete_scan(j) > j->scan_shown : preview_has_rows(p);
}

static larder_image_status render_scan(larder_preview *p) {
    jpeg_state *j = p->state;
    if (setjmp(j->errors.escape)) return j->errors.status;
    j->scan_shown = complete_scan(j);
    if (!jpeg_start_output(&j->info, j->scan_shown)) return LARDER_IMAGE_DAMAGED;
    larder_image_status status = sink_open(
        &j->rows, &p->memory, &p->header, &p->plan, p->kind, p->eighths);
    if (status != LARDER_IMAGE_OK) return status;
    while (j->info.output_scanline < j->info.output_height) {
        JSAMPROW row = sink_row(&j->rows);
        if (jpeg_read_scanlines(&j->info, &row, 1) != 1) return LARDER_IMAGE_DAMAGED;
        sink_push(&j->rows);
    }
    return jpeg_finish_output(&j->info) ? LARDER_IMAGE_OK : LARDER_IMAGE_DAMAGED;
}

static larder_image_status render(larder_preview *p, larder_image *image) {
    jpeg_state *j = p->state;
    if (!j->info.buffered_image) return preview_render_canvas(p, image);
    lend_bytes(p);
    larder_image_status status = render_scan(p);
    take_bytes_back(p);
    if (status == LARDER_IMAGE_OK) {
        status = larder_finish(&p->job, &p->plan, &p->colors, &j->rows, image);
    }
    sink_close(&j->rows);
    return status;
}

static void close(larder_preview *p) {
    jpeg_state *j = p->state;
    if (j->is_open) jpeg_destroy_decompress(&j->info);
    free(j->icc);
    sink_close(&j->rows);
}

static const preview_source source = {feed, has_news, render, close};

larder_preview *larder_preview_jpeg(const larder_image_job *job) {
    return preview_make(&source, job, sizeof(jpeg_state));
}

#endif
