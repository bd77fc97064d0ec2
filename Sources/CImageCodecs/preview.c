#if defined(__linux__)

#include "preview.h"

#include <stdlib.h>
#include <string.h>

larder_preview *preview_make(
    const preview_source *source, const larder_image_job *job, size_t state_size) {
    larder_preview *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->job = *job;
    p->job.bytes = NULL;
    p->job.size = 0;
    p->memory.limit = job->max_memory;
    p->source = source;
    p->eighths = 8;
    p->state = calloc(1, state_size);
    if (p->state) return p;
    free(p);
    return NULL;
}

void larder_preview_close(larder_preview *p) {
    if (!p) return;
    p->source->close(p);
    free(p->state);
    free(p->canvas);
    free(p->bytes);
    free(p);
}

static larder_image_status append(larder_preview *p, const uint8_t *bytes, size_t count) {
    if (count > p->capacity - p->job.size) {
        size_t capacity = (p->job.size + count) * 2;
        if (!memory_take(&p->memory, capacity - p->capacity)) return LARDER_IMAGE_TOO_MUCH_MEMORY;
        uint8_t *grown = realloc(p->bytes, capacity);
        if (!grown) return LARDER_IMAGE_NO_MEMORY;
        p->bytes = grown;
        p->capacity = capacity;
        p->job.bytes = grown;
    }
    memcpy(p->bytes + p->job.size, bytes, count);
    p->job.size += count;
    return LARDER_IMAGE_OK;
}

larder_image_status larder_preview_feed(
    larder_preview *p, const uint8_t *bytes, size_t count, void *context, larder_image *image) {
    memset(image, 0, sizeof *image);
    p->job.context = context;
    if (p->is_over) return LARDER_IMAGE_END;
    larder_image_status status = append(p, bytes, count);
    if (status == LARDER_IMAGE_OK) status = p->source->feed(p, image);
    p->is_over = status != LARDER_IMAGE_OK;
    return status;
}

bool larder_preview_has_news(const larder_preview *p) {
    return !p->is_over && p->source->has_news(p);
}

larder_image_status larder_preview_render(
    larder_preview *p, void *context, larder_image *image) {
    memset(image, 0, sizeof *image);
    p->job.context = context;
    if (p->is_over) return LARDER_IMAGE_END;
    larder_image_status status = p->source->render(p, image);
    p->is_over = status != LARDER_IMAGE_OK;
    image->partial = true;
    return status;
}

larder_image_status preview_plan(larder_preview *p) {
    if (!p->job.plan(p->job.context, &p->header, &p->plan)) return LARDER_IMAGE_STOPPED;
    return larder_header_fits(&p->job, &p->header) ? LARDER_IMAGE_OK : LARDER_IMAGE_TOO_LARGE;
}

larder_image_status preview_take_canvas(
    larder_preview *p, uint32_t width, uint32_t height, sink_kind kind) {
    uint64_t size = memory_of(width, height, 4);
    if (!memory_take(&p->memory, size)
        || !memory_fits(&p->memory, sink_memory(&p->header, &p->plan, p->eighths))) {
        return LARDER_IMAGE_TOO_MUCH_MEMORY;
    }
    p->kind = kind;
    p->canvas_width = width;
    p->canvas_height = height;
    p->canvas = calloc(size, 1);
    return p->canvas ? LARDER_IMAGE_OK : LARDER_IMAGE_NO_MEMORY;
}

bool preview_has_rows(const larder_preview *p) {
    return p->canvas && (p->rows > p->rows_shown || (p->is_whole_frame && p->rows > 0));
}

larder_image_status preview_render_canvas(larder_preview *p, larder_image *image) {
    sink rows;
    larder_image_status status = sink_open(
        &rows, &p->memory, &p->header, &p->plan, p->kind, p->eighths);
    size_t stride = (size_t)p->canvas_width * 4;
    uint32_t work = 0;
    while (status == LARDER_IMAGE_OK && rows.next < p->rows) {
        sink_push_lent(&rows, p->canvas + rows.next * stride);
        if (larder_should_stop(&p->job, &work, p->canvas_width)) status = LARDER_IMAGE_STOPPED;
    }
    p->rows_shown = p->rows;
    if (status == LARDER_IMAGE_OK) {
        status = larder_finish(&p->job, &p->plan, &p->colors, &rows, image);
    }
    sink_close(&rows);
    return status;
}

#endif
