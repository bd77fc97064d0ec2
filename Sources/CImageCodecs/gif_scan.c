#if defined(__linux__)

#include "gif_scan.h"

#include <string.h>

// A place in the file. Reads past the end give 0 and set `ended`.
typedef struct {
    const uint8_t *bytes;
    size_t size, place;
    bool ended;
} scanner;

static uint32_t byte(scanner *s) {
    if (s->place >= s->size) {
        s->ended = true;
        return 0;
    }
    return s->bytes[s->place++];
}

static uint32_t word(scanner *s) {
    uint32_t low = byte(s);
    return low | byte(s) << 8;
}

static void skip(scanner *s, size_t count) {
    if (count > s->size - s->place) {
        s->place = s->size;
        s->ended = true;
    } else {
        s->place += count;
    }
}

static void skip_blocks(scanner *s) {
    while (!s->ended) {
        uint32_t count = byte(s);
        if (count == 0) return;
        skip(s, count);
    }
}

static size_t table_size(uint32_t flags) { return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0; }

// What an extension says about the next frame or the whole.
typedef struct {
    uint32_t delay;
    bool is_transparent;
    // Passes through all frames; 0 is without end.
    uint32_t loops;
} gif_notes;

static void scan_control(scanner *s, gif_notes *notes) {
    uint32_t count = byte(s);
    if (count == 0) return;
    if (count < 4) {
        skip(s, count);
    } else {
        uint32_t flags = byte(s);
        notes->delay = word(s) * 10;
        notes->is_transparent = flags & 1;
        skip(s, count - 3);
    }
    skip_blocks(s);
}

static void scan_application(scanner *s, gif_notes *notes) {
    uint32_t count = byte(s);
    if (count == 0) return;
    bool loops = count == 11 && s->size - s->place >= 11
        && (memcmp(s->bytes + s->place, "NETSCAPE2.0", 11) == 0
            || memcmp(s->bytes + s->place, "ANIMEXTS1.0", 11) == 0);
    skip(s, count);
    if (loops && s->size - s->place >= 4 && s->bytes[s->place] == 3
        && s->bytes[s->place + 1] == 1) {
        uint32_t repeats = (uint32_t)(s->bytes[s->place + 2] | s->bytes[s->place + 3] << 8);
        notes->loops = repeats ? repeats + 1 : 0;
    }
    skip_blocks(s);
}

static void scan_extension(scanner *s, gif_notes *notes) {
    uint32_t label = byte(s);
    if (label == 0xF9) {
        scan_control(s, notes);
    } else if (label == 0xFF) {
        scan_application(s, notes);
    } else {
        skip_blocks(s);
    }
}

// Returns whether the frame counts.
static bool scan_frame(scanner *s, larder_animation *a, gif_notes *notes) {
    larder_image_header *header = &a->header;
    uint32_t left = word(s), top = word(s), width = word(s), height = word(s), flags = byte(s);
    if (s->ended) return false;
    if (a->delay_count == 0) {
        // Some files have no logical screen, or one that their picture does not fit in.
        if (width > header->width || height > header->height) {
            if (left + width > header->width) header->width = left + width;
            if (top + height > header->height) header->height = top + height;
        }
        bool covers = left == 0 && top == 0 && width >= header->width && height >= header->height;
        header->has_alpha |= !covers;
    }
    header->has_alpha |= notes->is_transparent;
    skip(s, table_size(flags) + 1);
    if (!animation_add_delay(a, notes->delay)) return false;
    notes->delay = 0;
    notes->is_transparent = false;
    skip_blocks(s);
    return true;
}

larder_image_status gif_scan(larder_animation *a, larder_image *image) {
    scanner s = {a->job.bytes, a->job.size, 6, a->job.size < 6};
    gif_notes notes = {0, false, 1};
    a->header.width = word(&s);
    a->header.height = word(&s);
    uint32_t flags = byte(&s);
    skip(&s, 2 + table_size(flags));
    for (bool goes_on = true; goes_on && !s.ended;) {
        switch (byte(&s)) {
        case 0x21: scan_extension(&s, &notes); break;
        case 0x2C: goes_on = scan_frame(&s, a, &notes); break;
        // Between records zeros do no harm.
        case 0: break;
        default: goes_on = false;
        }
    }
    a->is_cut = s.ended;
    a->header.frames = a->delay_count;
    a->header.loops = a->delay_count > 1 ? notes.loops : 1;
    a->header.bits = 8;
    a->header.model = LARDER_COLORS_INDEXED;
    if (a->delay_count == 0) {
        return larder_fail(image, LARDER_IMAGE_DAMAGED, "There is no frame in it");
    }
    return LARDER_IMAGE_OK;
}

#endif
