#if defined(__linux__)

#include "png_quick.h"

#include <string.h>

#include "png_unfilter.h"

bool png_quick_suits(png_reader *r) {
    size_t row_bytes = png_get_rowbytes(r->png, r->info);
    return r->header.bits == 8 && !r->header.progressive && png_pixels_fit(row_bytes)
        && memory_take(&r->memory, png_pixels_memory(row_bytes));
}

// Red, green, blue, alpha for each value of a byte, of palettes and grays.
static void fill_colors(const png_reader *r, uint8_t colors[256][4]) {
    png_colorp palette = NULL;
    png_bytep alphas = NULL;
    png_color_16p clear = NULL;
    int count = 0, alpha_count = 0;
    bool is_gray = r->header.model == LARDER_COLORS_GRAY;
    if (!is_gray) png_get_PLTE(r->png, r->info, &palette, &count);
    bool has_clear = png_get_tRNS(r->png, r->info, &alphas, &alpha_count, &clear) != 0;
    for (int i = 0; i < 256; i++) {
        // What lies beyond the palette is black.
        const png_color none = {0, 0, 0}, gray = {(png_byte)i, (png_byte)i, (png_byte)i};
        png_color color = is_gray ? gray : i < count ? palette[i] : none;
        colors[i][0] = color.red;
        colors[i][1] = color.green;
        colors[i][2] = color.blue;
        colors[i][3] = 255;
        if (!has_clear) continue;
        if (is_gray) colors[i][3] = (clear->gray & 0xFF) == i ? 0 : 255;
        if (!is_gray && i < alpha_count) colors[i][3] = alphas[i];
    }
}

static void expand_bytes(
    const uint8_t *from, uint8_t *to, uint32_t width, uint8_t colors[256][4]) {
    for (uint32_t x = 0; x < width; x++) memcpy(to + (size_t)x * 4, colors[from[x]], 4);
}

static void expand_gray_alpha(const uint8_t *from, uint8_t *to, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, from += 2, to += 4) {
        to[0] = to[1] = to[2] = from[0];
        to[3] = from[1];
    }
}

static void expand_rgb(const uint8_t *from, uint8_t *to, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, from += 3, to += 4) {
        memcpy(to, from, 3);
        to[3] = 255;
    }
}

// Of red, green and blue one colour is transparent.
static void clear_color(const png_reader *r, uint8_t *row) {
    png_color_16p clear = NULL;
    if (!png_get_tRNS(r->png, r->info, NULL, NULL, &clear)) return;
    const uint8_t color[3] = {
        (uint8_t)clear->red, (uint8_t)clear->green, (uint8_t)clear->blue};
    for (uint32_t x = 0; x < r->header.width; x++, row += 4) {
        if (memcmp(row, color, 3) == 0) row[3] = 0;
    }
}

static void expand(
    const png_reader *r, size_t channels, uint8_t colors[256][4], const uint8_t *from,
    uint8_t *to) {
    uint32_t width = r->header.width;
    switch (channels) {
    case 1: expand_bytes(from, to, width, colors); break;
    case 2: expand_gray_alpha(from, to, width); break;
    case 3:
        expand_rgb(from, to, width);
        clear_color(r, to);
        break;
    default: memcpy(to, from, (size_t)width * 4); break;
    }
}

static larder_image_status read_rows(png_reader *r) {
    uint8_t colors[256][4];
    size_t channels = png_get_channels(r->png, r->info);
    size_t count = r->header.width * channels;
    if (channels == 1) fill_colors(r, colors);
    for (uint32_t y = 0; y < r->header.height; y++) {
        uint8_t *row = png_pixels_row(&r->pixels);
        if (!row) return LARDER_IMAGE_DAMAGED;
        const uint8_t *above = row + 1 - r->pixels.stride;
        if (!png_unfilter(row[0], row + 1, above, count, channels)) return LARDER_IMAGE_DAMAGED;
        expand(r, channels, colors, row + 1, sink_row(&r->rows));
        sink_push(&r->rows);
        if (larder_should_stop(r->job, &r->work, r->header.width)) return LARDER_IMAGE_STOPPED;
    }
    return png_pixels_end(&r->pixels) ? LARDER_IMAGE_OK : LARDER_IMAGE_DAMAGED;
}

static bool is_ancillary(const uint8_t *name) {
    for (int i = 0; i < 4; i++) {
        uint8_t letter = name[i] | 0x20;
        if (letter < 'a' || letter > 'z') return false;
    }
    return name[0] & 0x20;
}

// Whether nothing but what may be passed over stands between the pixels and the end. libpng may
// warn of each such chunk, and once of the palette, and has not to come to its limit.
static bool ends_well(const png_reader *r) {
    const uint8_t *bytes = r->job->bytes;
    size_t place = r->pixels.place, length = 0;
    for (uint64_t warnings = r->warnings + 1ull; warnings <= r->job->max_warnings; warnings++) {
        if (!png_chunk_is_whole(bytes, r->job->size, place, &length)) return false;
        const uint8_t *name = bytes + place + 4;
        if (memcmp(name, "IEND", 4) == 0) return length == 0;
        if (!is_ancillary(name)) return false;
        place += 12 + length;
    }
    return false;
}

larder_image_status png_quick_read(png_reader *r) {
    // libpng has read the length and the name of the first chunk of pixels.
    bool is_open = png_pixels_open(
        &r->pixels, r->job->bytes, r->job->size, r->place - 8,
        png_get_rowbytes(r->png, r->info));
    if (!is_open) return LARDER_IMAGE_NO_MEMORY;
    larder_image_status status = read_rows(r);
    if (status == LARDER_IMAGE_OK && !ends_well(r)) status = LARDER_IMAGE_DAMAGED;
    return status;
}

#endif
