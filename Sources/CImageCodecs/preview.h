// Pictures that are shown while their bytes still arrive.
#ifndef LARDER_PREVIEW_H
#define LARDER_PREVIEW_H

#include "finish.h"

typedef struct {
    // Takes up decoding where it stopped, with all bytes that are there by now.
    larder_image_status (*feed)(larder_preview *p, larder_image *image);
    // Whether there is more to show than at the last time.
    bool (*has_news)(const larder_preview *p);
    larder_image_status (*render)(larder_preview *p, larder_image *image);
    void (*close)(larder_preview *p);
} preview_source;

struct larder_preview {
    // Its bytes are those that came so far; they are the preview's own.
    larder_image_job job;
    uint8_t *bytes;
    size_t capacity;
    memory_budget memory;
    larder_image_header header;
    larder_image_plan plan;
    color_source colors;
    // canvas_width x canvas_height pixels, of which the first `rows` rows are there.
    uint8_t *canvas;
    uint32_t canvas_width, canvas_height, rows, rows_shown;
    // How large the picture is decoded, in eighths of its size.
    uint32_t eighths;
    // Interlaced: every row is there, if coarsely.
    bool is_whole_frame;
    sink_kind kind;
    // Nothing more will come of it.
    bool is_over;
    const preview_source *source;
    void *state;
};

// An empty preview with memory for its source's state, or NULL.
larder_preview *preview_make(
    const preview_source *source, const larder_image_job *job, size_t state_size);

// Takes a canvas if the limits allow it and what rendering takes.
larder_image_status preview_take_canvas(
    larder_preview *p, uint32_t width, uint32_t height, sink_kind kind);

// Asks the job for a plan.
larder_image_status preview_plan(larder_preview *p);

// What has_news and render are for sources that fill the canvas from above.
bool preview_has_rows(const larder_preview *p);
larder_image_status preview_render_canvas(larder_preview *p, larder_image *image);

#endif
