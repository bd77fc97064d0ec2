#if defined(__linux__)

#include "apng_scan.h"

#include <png.h>
#include <string.h>

#include "png_pixels.h"

// Length and name before a chunk's content, and all that is around it.
enum { head = 8, around = 12 };

static bool has_chunk(apng_scan *s) {
    s->is_cut = s->size - s->place < around;
    return !s->is_cut;
}

static const uint8_t *content(const apng_scan *s) { return s->bytes + s->place + head; }

static bool is_named(const apng_scan *s, const char *name) {
    return memcmp(content(s) - 4, name, 4) == 0;
}

static bool is_sound(const apng_scan *s, size_t wanted) {
    size_t length = 0;
    return png_chunk_is_whole(s->bytes, s->size, s->place, &length) && length == wanted;
}

static bool pass(apng_scan *s) {
    size_t length = png_get_uint_32(s->bytes + s->place);
    s->is_cut = length > s->size - s->place - around;
    s->place = s->is_cut ? s->size : s->place + around + length;
    return !s->is_cut;
}

bool apng_begin(apng_scan *s, const uint8_t *bytes, size_t size) {
    enum { signature = 8, header = around + 13 };
    *s = (apng_scan){.bytes = bytes, .size = size, .place = signature};
    if (size < signature + header || !is_named(s, "IHDR")) return false;
    s->width = png_get_uint_32(content(s));
    s->height = png_get_uint_32(content(s) + 4);
    while (has_chunk(s) && !is_named(s, "IDAT") && !is_named(s, "IEND")) {
        if (is_named(s, "acTL") && is_sound(s, 8)) {
            s->left = png_get_uint_32(content(s));
            s->plays = png_get_uint_32(content(s) + 4);
            // A frame's head may come before.
            s->place = signature;
            return s->left > 0;
        }
        if (!pass(s)) return false;
    }
    return false;
}

// The animation's chunks are numbered, whichever they are.
static bool is_in_order(apng_scan *s) { return png_get_uint_32(content(s)) == s->sequence++; }

static bool read_head(const apng_scan *s, apng_frame *frame) {
    if (!is_sound(s, 26)) return false;
    const uint8_t *from = content(s) + 4;
    uint32_t parts = png_get_uint_16(from + 16), whole = png_get_uint_16(from + 18);
    if (whole == 0) whole = 100;
    animation_area area = {
        .left = png_get_uint_32(from + 8), .top = png_get_uint_32(from + 12),
        .width = png_get_uint_32(from), .height = png_get_uint_32(from + 4),
        // The standard's numbers.
        .disposal = from[20]};
    *frame = (apng_frame){
        area, .milliseconds = (parts * 1000 + whole / 2) / whole, .blends = from[21] == 1};
    return area.width > 0 && area.height > 0
        && (uint64_t)area.left + area.width <= s->width
        && (uint64_t)area.top + area.height <= s->height
        && from[20] <= AREA_COMES_BACK && from[21] <= 1
        // What is made of the default image is as large.
        && (s->has_pixels || (area.width == s->width && area.height == s->height));
}

bool apng_next(apng_scan *s, apng_frame *frame) {
    while (s->left > 0 && has_chunk(s) && !is_named(s, "IEND")) {
        bool is_head = is_named(s, "fcTL");
        if ((is_head || is_named(s, "fdAT")) && !is_in_order(s)) break;
        if (is_head && !read_head(s, frame)) break;
        s->has_pixels |= is_named(s, "IDAT");
        bool goes_on = pass(s);
        if (is_head) {
            s->left--;
            return true;
        }
        if (!goes_on) break;
    }
    s->left = 0;
    return false;
}

bool apng_next_piece(apng_scan *s, apng_piece *piece) {
    while (has_chunk(s) && !is_named(s, "fcTL") && !is_named(s, "IEND")) {
        bool is_default = is_named(s, "IDAT"), is_numbered = is_named(s, "fdAT");
        if (!is_default && !is_numbered) {
            if (!pass(s)) return false;
            continue;
        }
        s->has_pixels = true;
        if (is_numbered && !is_in_order(s)) break;
        size_t length = 0, rest = s->size - s->place - head, number = is_numbered ? 4 : 0;
        bool is_whole = png_chunk_is_whole(s->bytes, s->size, s->place, &length);
        if (length > rest) length = rest;
        *piece = (apng_piece){
            content(s) + number, length > number ? length - number : 0,
            is_whole && length >= number};
        pass(s);
        return true;
    }
    return false;
}

void apng_count(const larder_image_job *job, larder_image_header *header) {
    apng_scan s;
    apng_frame frame;
    if (!apng_begin(&s, job->bytes, job->size)) return;
    uint32_t count = 0;
    while (count < job->max_frames && apng_next(&s, &frame)) count++;
    if (count <= 1) return;
    header->frames = count;
    header->loops = s.plays;
}

bool apng_hides_default(const larder_image_job *job, bool is_whole) {
    apng_scan s;
    apng_frame frame;
    if (!apng_begin(&s, job->bytes, job->size)) return false;
    return apng_next(&s, &frame) ? s.has_pixels : !is_whole;
}

#endif
