#if defined(__linux__)

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "animation.h"
#include "gif_scan.h"

// giflib unpacks; where frames go, what is transparent and what stays is decided here.
typedef struct {
    GifFileType *file;
    size_t place;
    uint32_t index;
    GifPixelType *line;
    GraphicsControlBlock control;
    // Where the frame's data begins.
    size_t data;
    // A frame before this one was damaged, and its pixels may still be there.
    bool is_damaged;
} gif_state;

static int read_bytes(GifFileType *file, GifByteType *to, int count) {
    larder_animation *a = file->UserData;
    gif_state *g = a->state;
    size_t rest = a->job.size - g->place;
    size_t taken = (size_t)count < rest ? (size_t)count : rest;
    memcpy(to, a->job.bytes + g->place, taken);
    g->place += taken;
    return (int)taken;
}

static void close_file(gif_state *g) {
    int error = 0;
    if (g->file) DGifCloseFile(g->file, &error);
    g->file = NULL;
}

static larder_image_status open(larder_animation *a, larder_image *image) {
    a->state = calloc(1, sizeof(gif_state));
    return a->state ? gif_scan(a, image) : LARDER_IMAGE_NO_MEMORY;
}

// What a frame covers, and one line of it.
static uint64_t memory_for(const larder_animation *a) {
    return memory_sum(memory_of(a->header.width, a->header.height, 4), UINT16_MAX + 1);
}

static larder_image_status rewind_file(larder_animation *a, larder_image *image) {
    gif_state *g = a->state;
    close_file(g);
    g->place = 0;
    g->index = 0;
    g->is_damaged = false;
    int error = 0;
    g->file = DGifOpen(a, read_bytes, &error);
    if (g->file) return LARDER_IMAGE_OK;
    const char *why = GifErrorString(error);
    return larder_fail(image, LARDER_IMAGE_DAMAGED, why ? why : "It cannot be opened");
}

static void close_state(larder_animation *a) {
    gif_state *g = a->state;
    if (!g) return;
    close_file(g);
    free(g->line);
    free(g);
}

// Early programs wrote 4 for what the standard then made 3; browsers know both.
static animation_disposal disposal_of(const GraphicsControlBlock *control) {
    switch (control->DisposalMode) {
    case DISPOSE_BACKGROUND: return AREA_CLEARS;
    case DISPOSE_PREVIOUS:
    case 4: return AREA_COMES_BACK;
    default: return AREA_STAYS;
    }
}

static uint32_t clip(uint32_t value, uint32_t end) { return value < end ? value : end; }

static larder_image_status prepare(larder_animation *a, const GifImageDesc *frame) {
    gif_state *g = a->state;
    free(g->line);
    g->line = malloc((size_t)frame->Width + 1);
    if (!g->line) return LARDER_IMAGE_NO_MEMORY;
    uint32_t left = clip((uint32_t)frame->Left, a->header.width);
    uint32_t top = clip((uint32_t)frame->Top, a->header.height);
    uint32_t right = clip((uint32_t)frame->Left + (uint32_t)frame->Width, a->header.width);
    uint32_t bottom = clip((uint32_t)frame->Top + (uint32_t)frame->Height, a->header.height);
    return animation_cover(
        a, (animation_area){left, top, right - left, bottom - top, disposal_of(&g->control)});
}

// Draws a line of the frame, as far as it is on the canvas.
static void draw_line(larder_animation *a, const ColorMapObject *colors, uint32_t y) {
    gif_state *g = a->state;
    if (y >= a->last.height) return;
    uint8_t *to = animation_row(a, a->canvas, &a->last, y);
    for (uint32_t x = 0; x < a->last.width; x++, to += 4) {
        int index = g->line[x];
        if (index == g->control.TransparentColor || index >= colors->ColorCount) continue;
        GifColorType color = colors->Colors[index];
        to[0] = color.Red;
        to[1] = color.Green;
        to[2] = color.Blue;
        to[3] = 255;
    }
}

// The rows of an interlaced frame come in four passes.
static uint32_t next_line(uint32_t line, uint32_t height, int *pass) {
    static const uint32_t steps[4] = {8, 8, 4, 2}, starts[4] = {0, 4, 2, 1};
    line += steps[*pass];
    while (line >= height && *pass < 3) line = starts[++*pass];
    return line;
}

static larder_image_status damaged(gif_state *g, larder_image *image) {
    g->is_damaged = true;
    larder_fail(image, LARDER_IMAGE_DAMAGED, "A frame is damaged");
    return LARDER_IMAGE_OK;
}

static larder_image_status draw(larder_animation *a, larder_image *image) {
    gif_state *g = a->state;
    const GifImageDesc *frame = &g->file->Image;
    const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : g->file->SColorMap;
    uint64_t pixels = (uint64_t)frame->Width * (uint64_t)frame->Height;
    if (pixels > a->job.max_pixels) return LARDER_IMAGE_TOO_LARGE;
    larder_image_status status = prepare(a, frame);
    if (status != LARDER_IMAGE_OK || pixels == 0) return status;
    uint32_t line = 0;
    int pass = 0;
    for (int i = 0; i < frame->Height; i++) {
        if (!colors || DGifGetLine(g->file, g->line, frame->Width) == GIF_ERROR) {
            return damaged(g, image);
        }
        draw_line(a, colors, frame->Interlace ? line : (uint32_t)i);
        line = next_line(line, (uint32_t)frame->Height, &pass);
        if (animation_should_stop(a, (uint32_t)frame->Width)) return LARDER_IMAGE_STOPPED;
    }
    return LARDER_IMAGE_OK;
}

// Blocks longer than the standard's are cut to it, as browsers do.
static bool read_extension(gif_state *g) {
    int code = 0;
    GifByteType *block = NULL;
    if (DGifGetExtension(g->file, &code, &block) == GIF_ERROR) return false;
    if (block && code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
        DGifExtensionToGCB(4, block + 1, &g->control);
    }
    while (block) {
        if (DGifGetExtensionNext(g->file, &block) == GIF_ERROR) return false;
    }
    return true;
}

// The kind of the next record; zeros before it are passed over, as gif_scan does.
static GifRecordType next_record(larder_animation *a) {
    gif_state *g = a->state;
    while (g->place < a->job.size && a->job.bytes[g->place] == 0) g->place++;
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    return DGifGetRecordType(g->file, &type) == GIF_ERROR ? UNDEFINED_RECORD_TYPE : type;
}

// Goes to the next frame; false at the end, or where nothing can be read any more.
static bool find_frame(larder_animation *a) {
    gif_state *g = a->state;
    g->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
    for (;;) {
        GifRecordType type = next_record(a);
        if (type == IMAGE_DESC_RECORD_TYPE) return true;
        if (type != EXTENSION_RECORD_TYPE || !read_extension(g)) return false;
    }
}

// Goes behind the frame's data, wherever giflib stands.
static void pass_data(larder_animation *a) {
    gif_state *g = a->state;
    size_t place = g->data;
    while (place < a->job.size && a->job.bytes[place] != 0) place += a->job.bytes[place] + 1u;
    g->place = place < a->job.size ? place + 1 : a->job.size;
}

static larder_image_status advance(larder_animation *a, larder_image *image) {
    gif_state *g = a->state;
    if (!g->file || g->index >= a->header.frames) return LARDER_IMAGE_END;
    if (!find_frame(a)) {
        // The scan found a frame here, so this is damage and not the end.
        if (g->index == 0) return larder_fail(image, LARDER_IMAGE_DAMAGED, "No frame can be read");
        return LARDER_IMAGE_END;
    }
    bool is_readable = DGifGetImageDesc(g->file) != GIF_ERROR;
    g->data = g->place;
    larder_image_status status = animation_dispose(a);
    if (status != LARDER_IMAGE_OK) return status;
    g->index++;
    status = is_readable ? draw(a, image) : damaged(g, image);
    pass_data(a);
    image->partial |= g->is_damaged;
    return status;
}

static const animation_source source = {open, memory_for, rewind_file, advance, NULL, close_state};

larder_image_status larder_decode_gif(const larder_image_job *job, larder_image *image) {
    return animation_decode_first(&source, job, image);
}

larder_image_status larder_open_gif(
    const larder_image_job *job, larder_animation **animation, larder_image *image) {
    return animation_open(&source, job, animation, image);
}

#endif
