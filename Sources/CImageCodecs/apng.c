#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "animation.h"
#include "apng.h"
#include "apng_scan.h"
#include "png_reader.h"
#include "premultiply.h"

// To libpng each frame is a file of its own: the picture's header with the frame's size, the
// picture's palette, and the frame's pixels. Where it goes and what stays is decided here.
typedef struct {
    // What was read before the pixels; owns the profile.
    png_reader file;
    png_reader reader;
    apng_scan scan;
    // What the file says of colours before its pixels, in its order: PLTE and tRNS.
    apng_piece colors[2];
    uint32_t color_count;
    uint32_t index;
    // The frame's pixels, of which that many rows were begun.
    uint8_t *pixels;
    uint32_t rows;
    // The last of its rows is there; interlaced, that of the last pass.
    bool is_whole;
    // A frame before this one was damaged, and its pixels may still be there.
    bool is_damaged;
} apng_state;

static size_t canvas_size(const larder_animation *a) {
    return (size_t)a->header.width * a->header.height * 4;
}

static larder_image_status read_delays(larder_animation *a, larder_image *image) {
    apng_scan scan;
    apng_frame frame;
    bool moves = apng_begin(&scan, a->job.bytes, a->job.size);
    while (moves && apng_next(&scan, &frame)) {
        bool covers = frame.area.width == scan.width && frame.area.height == scan.height;
        if (a->delay_count == 0 && !covers) a->header.has_alpha = true;
        if (!animation_add_delay(a, frame.milliseconds)) break;
    }
    a->is_cut = scan.is_cut;
    a->header.frames = a->delay_count;
    if (a->delay_count > 0) return LARDER_IMAGE_OK;
    return larder_fail(image, LARDER_IMAGE_DAMAGED, "There is no frame in it");
}

// The first sound chunk of either kind.
static void find_colors(larder_animation *a) {
    apng_state *s = a->state;
    const uint8_t *bytes = a->job.bytes;
    bool is_found[2] = {false, false};
    for (size_t place = 8, length = 0; a->job.size - place >= 12; place += 12 + length) {
        const uint8_t *name = bytes + place + 4;
        length = png_get_uint_32(bytes + place);
        if (length > a->job.size - place - 12 || memcmp(name, "IDAT", 4) == 0) return;
        bool is_table = memcmp(name, "PLTE", 4) == 0;
        if (!is_table && memcmp(name, "tRNS", 4) != 0) continue;
        if (is_found[is_table] || length > (is_table ? 768u : 256u)) continue;
        if (!png_chunk_is_whole(bytes, a->job.size, place, &length)) continue;
        is_found[is_table] = true;
        s->colors[s->color_count++] = (apng_piece){bytes + place, 12 + length, true};
    }
}

static larder_image_status open(larder_animation *a, larder_image *image) {
    apng_state *s = a->state = calloc(1, sizeof(apng_state));
    if (!s) return LARDER_IMAGE_NO_MEMORY;
    png_reader *r = &s->file;
    r->job = &a->job;
    r->image = image;
    if (setjmp(r->escape)) return r->status;
    if (!png_reader_open(r)) return LARDER_IMAGE_NO_MEMORY;
    png_read_info(r->png, r->info);
    png_reader_describe(r);
    a->header = r->header;
    a->colors = r->colors;
    find_colors(a);
    return read_delays(a, image);
}

// The frame, what it covers, and libpng's rows.
static uint64_t memory_for(const larder_animation *a) {
    return memory_sum(
        memory_of(a->header.width, a->header.height, 8), png_reader_memory(&a->header));
}

static larder_image_status go_back(larder_animation *a, larder_image *image) {
    apng_state *s = a->state;
    s->index = 0;
    s->is_damaged = false;
    if (!s->pixels) s->pixels = malloc(canvas_size(a));
    if (!s->pixels) return LARDER_IMAGE_NO_MEMORY;
    if (apng_begin(&s->scan, a->job.bytes, a->job.size)) return LARDER_IMAGE_OK;
    return larder_fail(image, LARDER_IMAGE_DAMAGED, "There is no frame in it");
}

static void close_state(larder_animation *a) {
    apng_state *s = a->state;
    if (!s) return;
    png_reader_close(&s->file);
    png_reader_close(&s->reader);
    free(s->pixels);
    free(s);
}

// MARK: - libpng

static void on_header(png_structp png, png_infop info) {
    (void)info;
    larder_animation *a = png_get_progressive_ptr(png);
    apng_state *s = a->state;
    png_reader_choose_output(&s->reader);
    png_set_interlace_handling(png);
    png_start_read_image(png);
}

static void on_row(png_structp png, png_bytep row, png_uint_32 y, int pass) {
    larder_animation *a = png_get_progressive_ptr(png);
    apng_state *s = a->state;
    int last_pass = a->header.progressive ? PNG_INTERLACE_ADAM7_PASSES - 1 : 0;
    s->is_whole |= pass == last_pass && y + 1 == a->last.height;
    // libpng also tells of rows to which a pass adds nothing.
    if (!row || y >= a->last.height) return;
    png_progressive_combine_row(png, s->pixels + (size_t)y * a->last.width * 4, row);
    if (y >= s->rows) s->rows = y + 1;
    if (animation_should_stop(a, a->last.width)) {
        png_reader_stop(&s->reader, LARDER_IMAGE_STOPPED, "");
    }
}

static void feed(png_reader *r, const uint8_t *bytes, size_t count) {
    png_process_data(r->png, r->info, (png_bytep)bytes, count);
}

// Checksums are looked at where the file has them.
static void feed_chunk(png_reader *r, const char *name, const uint8_t *bytes, size_t count) {
    static const uint8_t checksum[4];
    uint8_t head[8];
    png_save_uint_32(head, (png_uint_32)count);
    memcpy(head + 4, name, 4);
    feed(r, head, sizeof head);
    feed(r, bytes, count);
    feed(r, checksum, sizeof checksum);
}

// The header for a frame of this size, and what the file says of colours before its pixels.
static void feed_head(const larder_animation *a, png_reader *r) {
    const apng_state *s = a->state;
    const uint8_t *bytes = a->job.bytes;
    uint8_t header[13];
    memcpy(header, bytes + 16, sizeof header);
    png_save_uint_32(header, a->last.width);
    png_save_uint_32(header + 4, a->last.height);
    feed(r, bytes, 8);
    feed_chunk(r, "IHDR", header, sizeof header);
    for (uint32_t i = 0; i < s->color_count; i++) feed(r, s->colors[i].bytes, s->colors[i].count);
}

// libpng's jumps land here.
static larder_image_status read_frame(larder_animation *a, larder_image *image) {
    apng_state *s = a->state;
    png_reader *r = &s->reader;
    r->job = &a->job;
    r->image = image;
    if (setjmp(r->escape)) return r->status;
    if (!png_reader_open(r)) return LARDER_IMAGE_NO_MEMORY;
    png_set_crc_action(r->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_progressive_read_fn(r->png, a, on_header, on_row, NULL);
    feed_head(a, r);
    apng_piece piece;
    while (apng_next_piece(&s->scan, &piece)) {
        feed_chunk(r, "IDAT", piece.bytes, piece.count);
        if (!piece.is_sound) return larder_fail(image, LARDER_IMAGE_DAMAGED, "A frame is damaged");
    }
    if (s->is_whole) return LARDER_IMAGE_OK;
    return larder_fail(image, LARDER_IMAGE_DAMAGED, "A frame ends too early");
}

// MARK: - The canvas

// What the passes that are missing would have drawn is transparent.
static bool clear(larder_animation *a) {
    apng_state *s = a->state;
    size_t stride = (size_t)a->last.width * 4;
    for (uint32_t y = 0; y < a->last.height; y++) {
        memset(s->pixels + y * stride, 0, stride);
        if (animation_should_stop(a, a->last.width)) return false;
    }
    return true;
}

static void blend(const uint8_t *from, uint8_t *to, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, from += 4, to += 4) {
        for (int c = 0; c < 4; c++) {
            uint32_t under = (uint32_t)to[c] * (255u - from[3]) + 128;
            to[c] = (uint8_t)(from[c] + ((under + (under >> 8)) >> 8));
        }
    }
}

static larder_image_status draw(larder_animation *a, bool blends) {
    apng_state *s = a->state;
    uint32_t width = a->last.width;
    for (uint32_t y = 0; y < s->rows; y++) {
        uint8_t *from = s->pixels + (size_t)y * width * 4;
        uint8_t *to = animation_row(a, a->canvas, &a->last, y);
        larder_premultiply(from, width);
        if (blends) {
            blend(from, to, width);
        } else {
            memcpy(to, from, (size_t)width * 4);
        }
        if (animation_should_stop(a, width)) return LARDER_IMAGE_STOPPED;
    }
    return LARDER_IMAGE_OK;
}

static larder_image_status advance(larder_animation *a, larder_image *image) {
    apng_state *s = a->state;
    apng_frame frame;
    if (s->index >= a->header.frames || !apng_next(&s->scan, &frame)) return LARDER_IMAGE_END;
    larder_image_status status = animation_dispose(a);
    if (status == LARDER_IMAGE_OK) status = animation_cover(a, frame.area);
    if (status != LARDER_IMAGE_OK) return status;
    s->index++;
    s->rows = 0;
    s->is_whole = false;
    if (a->header.progressive && !clear(a)) return LARDER_IMAGE_STOPPED;
    status = read_frame(a, image);
    png_reader_close(&s->reader);
    memset(&s->reader, 0, sizeof s->reader);
    if (status != LARDER_IMAGE_OK && status != LARDER_IMAGE_DAMAGED) return status;
    s->is_damaged |= status == LARDER_IMAGE_DAMAGED;
    image->partial |= s->is_damaged;
    return draw(a, frame.blends);
}

static const animation_source source = {open, memory_for, go_back, advance, NULL, close_state};

larder_image_status apng_decode_first(const larder_image_job *job, larder_image *image) {
    return animation_decode_first(&source, job, image);
}

larder_image_status larder_open_png(
    const larder_image_job *job, larder_animation **animation, larder_image *image) {
    return animation_open(&source, job, animation, image);
}

#endif
