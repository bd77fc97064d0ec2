#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "finish.h"
#include "jpeg_errors.h"
#include "jpeg_header.h"

// All that has to be given back, whether decoding ends or jumps.
typedef struct {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    struct jpeg_progress_mgr progress;
    const larder_image_job *job;
    larder_image_header header;
    larder_image_plan plan;
    color_source colors;
    uint8_t *icc;
    memory_budget memory;
    sink rows;
    // Pixels since the last look at whether to stop.
    uint32_t work;
    // How many of the job's bytes are looked at.
    size_t size;
    // Of a file of several scans, where the last complete one ends.
    size_t scans_end;
} jpeg_reader;

// Pixels of the file that stand behind one call of libjpeg's monitor: while scans are read it
// calls for each row of blocks, later for each row of the result.
static uint32_t work_of_a_call(const struct jpeg_decompress_struct *info) {
    if (info->output_scanline == 0) return info->image_width * DCTSIZE;
    return info->image_width * (info->image_height / info->output_height + 1);
}

// Runs inside the reading of scans too, so that a bomb of many scans can be stopped.
static void watch(j_common_ptr common) {
    j_decompress_ptr info = (j_decompress_ptr)common;
    jpeg_reader *r = info->client_data;
    if ((uint32_t)info->input_scan_number > r->job->max_scans) {
        jpeg_errors_stop(&r->errors, LARDER_IMAGE_TOO_LARGE, "There are too many scans");
    }
    if (larder_should_stop(r->job, &r->work, work_of_a_call(info))) {
        jpeg_errors_stop(&r->errors, LARDER_IMAGE_STOPPED, "");
    }
}

static void open(jpeg_reader *r) {
    jpeg_create_decompress(&r->info);
    r->info.client_data = r;
    r->progress.progress_monitor = watch;
    r->info.progress = &r->progress;
    r->info.mem->max_memory_to_use = (long)r->job->max_memory;
    jpeg_mem_src(&r->info, r->job->bytes, r->size);
    jpeg_keep_markers(&r->info);
    jpeg_read_header(&r->info, TRUE);
    jpeg_describe(&r->info, r->job->max_metadata, &r->header, &r->icc);
}

static void choose_output(jpeg_reader *r) {
    bool inks = r->header.model == LARDER_COLORS_CMYK;
    r->info.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    r->info.scale_num = jpeg_scale_for(&r->plan);
    r->info.scale_denom = 8;
    r->info.dct_method = JDCT_ISLOW;
    r->info.buffered_image = jpeg_has_multiple_scans(&r->info);
    r->colors.model = r->header.model;
    r->colors.icc = r->header.icc;
    r->colors.icc_size = r->header.icc_size;
}

// Where in the bytes libjpeg stands. A marker that it has looked at is still to come.
static size_t place(const jpeg_reader *r) {
    return r->size - r->info.src->bytes_in_buffer - (r->info.unread_marker ? 2 : 0);
}

// All scans are read before rows are made of them.
static void read_scans(jpeg_reader *r) {
    for (int step = 0; step != JPEG_REACHED_EOI; watch((j_common_ptr)&r->info)) {
        step = jpeg_consume_input(&r->info);
        if (step == JPEG_SCAN_COMPLETED) r->scans_end = place(r);
    }
}

static larder_image_status take_memory(jpeg_reader *r) {
    if (!memory_take(&r->memory, jpeg_memory(&r->info))) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    sink_kind kind = r->info.out_color_space == JCS_CMYK ? SINK_INKS : SINK_OPAQUE;
    return sink_open(&r->rows, &r->memory, &r->header, &r->plan, kind, r->info.scale_num);
}

static void read_rows(jpeg_reader *r) {
    if (r->info.buffered_image) jpeg_start_output(&r->info, r->info.input_scan_number);
    while (r->info.output_scanline < r->info.output_height) {
        JSAMPROW row = sink_row(&r->rows);
        if (jpeg_read_scanlines(&r->info, &row, 1) != 1) break;
        sink_push(&r->rows);
    }
    if (r->info.buffered_image) jpeg_finish_output(&r->info);
    // Reads to the end: only there a cut shows that took nothing but the last bytes.
    jpeg_finish_decompress(&r->info);
}

// libjpeg's jumps land here.
static larder_image_status run(jpeg_reader *r) {
    if (setjmp(r->errors.escape)) return r->errors.status;
    open(r);
    if (!r->job->plan(r->job->context, &r->header, &r->plan)) return LARDER_IMAGE_STOPPED;
    if (!larder_header_fits(r->job, &r->header)) return LARDER_IMAGE_TOO_LARGE;
    choose_output(r);
    larder_image_status status = take_memory(r);
    if (status != LARDER_IMAGE_OK) return status;
    jpeg_start_decompress(&r->info);
    if (r->info.buffered_image) read_scans(r);
    read_rows(r);
    return LARDER_IMAGE_OK;
}

// Decodes the first `size` bytes and says where the last complete scan ends; 0 where damage is
// everywhere.
static larder_image_status decode(
    const larder_image_job *job, size_t size, size_t *scans_end, larder_image *image) {
    jpeg_reader r;
    memset(&r, 0, sizeof r);
    memset(image, 0, sizeof *image);
    r.job = job;
    r.size = size;
    r.memory.limit = job->max_memory;
    r.info.err = jpeg_errors_open(&r.errors, job->max_warnings);
    larder_image_status status = run(&r);
    bool shows_something = r.rows.next > 0;
    if (status == LARDER_IMAGE_DAMAGED && shows_something) {
        r.errors.damaged = true;
        status = LARDER_IMAGE_OK;
    }
    larder_fail(image, status, r.errors.message);
    if (status == LARDER_IMAGE_OK) {
        image->partial = r.errors.damaged;
        status = larder_finish(job, &r.plan, &r.colors, &r.rows, image);
    }
    *scans_end = r.errors.warnings > job->max_warnings ? 0 : r.scans_end;
    jpeg_destroy_decompress(&r.info);
    free(r.icc);
    sink_close(&r.rows);
    return status;
}

// libjpeg cannot go on after an error. What the scans before it say is a picture: they are read
// anew, as if the file ended behind them.
larder_image_status larder_decode_jpeg(const larder_image_job *job, larder_image *image) {
    size_t scans_end = 0;
    larder_image_status status = decode(job, job->size, &scans_end, image);
    if (status != LARDER_IMAGE_DAMAGED || scans_end == 0) return status;
    return decode(job, scans_end, &scans_end, image);
}

#endif
