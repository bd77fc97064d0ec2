#if defined(__linux__)

#include "animation.h"

#include <stdlib.h>
#include <string.h>

bool animation_add_delay(larder_animation *a, uint32_t milliseconds) {
    if (a->delay_count >= a->job.max_frames) return false;
    if (a->delay_count == a->delay_capacity) {
        uint32_t capacity = a->delay_capacity ? a->delay_capacity * 2 : 16;
        uint32_t *grown = realloc(a->delays, capacity * sizeof *grown);
        if (!grown) return false;
        a->delays = grown;
        a->delay_capacity = capacity;
    }
    a->delays[a->delay_count++] = milliseconds;
    return true;
}

static larder_image_status take_canvas(larder_animation *a, larder_image *image) {
    uint64_t size = memory_of(a->header.width, a->header.height, 4);
    if (!memory_take(&a->memory, memory_sum(size, a->source->memory(a)))
        || !memory_fits(&a->memory, sink_memory(&a->header, &a->plan, 8))) {
        return LARDER_IMAGE_TOO_MUCH_MEMORY;
    }
    a->canvas = calloc(size, 1);
    return a->canvas ? a->source->rewind(a, image) : LARDER_IMAGE_NO_MEMORY;
}

static larder_image_status open(larder_animation *a, larder_image *image) {
    larder_image_status status = a->source->open(a, image);
    if (status != LARDER_IMAGE_OK) return status;
    if (!a->job.plan(a->job.context, &a->header, &a->plan)) return LARDER_IMAGE_STOPPED;
    if (!larder_header_fits(&a->job, &a->header)) return LARDER_IMAGE_TOO_LARGE;
    return take_canvas(a, image);
}

// A frame can leave pixels undrawn although the header promises none that are transparent.
static bool has_alpha(const larder_animation *a) {
    if (a->header.has_alpha) return true;
    size_t count = (size_t)a->header.width * a->header.height;
    for (size_t i = 0; i < count; i++) {
        if (a->canvas[i * 4 + 3] != 255) return true;
    }
    return false;
}

static larder_image_status show(larder_animation *a, larder_image *image) {
    if (a->source->show) {
        larder_image_status shown = a->source->show(a, image);
        if (shown != LARDER_IMAGE_END) return shown;
    }
    sink rows;
    larder_image_status status = sink_open(
        &rows, &a->memory, &a->header, &a->plan,
        has_alpha(a) ? SINK_PREMULTIPLIED : SINK_MADE_OPAQUE, 8);
    size_t stride = (size_t)a->header.width * 4;
    uint32_t work = 0;
    while (status == LARDER_IMAGE_OK && rows.next < a->header.height) {
        sink_push_lent(&rows, a->canvas + rows.next * stride);
        if (larder_should_stop(&a->job, &work, a->header.width)) status = LARDER_IMAGE_STOPPED;
    }
    if (status == LARDER_IMAGE_OK) {
        status = larder_finish(&a->job, &a->plan, &a->colors, &rows, image);
    }
    sink_close(&rows);
    return status;
}

static larder_image_status next(larder_animation *a, larder_image *image) {
    larder_image_status status = a->source->advance(a, image);
    return status == LARDER_IMAGE_OK ? show(a, image) : status;
}

static bool is_blank(const larder_animation *a) {
    size_t count = (size_t)a->header.width * a->header.height;
    for (size_t i = 0; i < count; i++) {
        if (a->canvas[i * 4 + 3] != 0) return false;
    }
    return true;
}

// Damage that leaves nothing to see is no partial picture.
static larder_image_status first(larder_animation *a, larder_image *image) {
    larder_image_status status = a->source->advance(a, image);
    if (status != LARDER_IMAGE_OK) return status;
    return image->partial && is_blank(a) ? LARDER_IMAGE_DAMAGED : show(a, image);
}

static void close(larder_animation *a) {
    a->source->close(a);
    free(a->canvas);
    free(a->before);
    free(a->delays);
    free(a->bytes);
}

larder_image_status animation_decode_first(
    const animation_source *source, const larder_image_job *job, larder_image *image) {
    larder_animation a;
    memset(&a, 0, sizeof a);
    memset(image, 0, sizeof *image);
    a.job = *job;
    a.memory.limit = job->max_memory;
    a.source = source;
    larder_image_status status = open(&a, image);
    if (status == LARDER_IMAGE_OK) status = first(&a, image);
    image->partial |= a.is_cut;
    close(&a);
    return status == LARDER_IMAGE_END ? LARDER_IMAGE_DAMAGED : status;
}

larder_image_status animation_open(
    const animation_source *source, const larder_image_job *job, larder_animation **animation,
    larder_image *image) {
    memset(image, 0, sizeof *image);
    *animation = NULL;
    memory_budget memory = {.limit = job->max_memory};
    if (!memory_take(&memory, job->size)) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    larder_animation *a = calloc(1, sizeof *a);
    if (!a) return LARDER_IMAGE_NO_MEMORY;
    a->job = *job;
    a->memory = memory;
    a->source = source;
    a->bytes = malloc(job->size ? job->size : 1);
    if (!a->bytes) {
        free(a);
        return LARDER_IMAGE_NO_MEMORY;
    }
    memcpy(a->bytes, job->bytes, job->size);
    a->job.bytes = a->bytes;
    larder_image_status status = open(a, image);
    if (status == LARDER_IMAGE_OK) {
        *animation = a;
    } else {
        larder_animation_close(a);
    }
    return status;
}

uint32_t larder_animation_delay(const larder_animation *a, uint32_t index) {
    return index < a->delay_count ? a->delays[index] : 0;
}

size_t larder_animation_cost(const larder_animation *a) {
    return a->memory.taken < SIZE_MAX ? (size_t)a->memory.taken : SIZE_MAX;
}

larder_image_status larder_animation_next(
    larder_animation *a, void *context, larder_image *image) {
    memset(image, 0, sizeof *image);
    a->job.context = context;
    return next(a, image);
}

larder_image_status larder_animation_skip(
    larder_animation *a, void *context, larder_image *image) {
    memset(image, 0, sizeof *image);
    a->job.context = context;
    // There may be many frames to pass that are nearly no work each.
    if (a->job.should_stop(a->job.context)) return LARDER_IMAGE_STOPPED;
    return a->source->advance(a, image);
}

larder_image_status larder_animation_rewind(larder_animation *a, larder_image *image) {
    memset(image, 0, sizeof *image);
    memset(a->canvas, 0, (size_t)a->header.width * a->header.height * 4);
    a->last.disposal = AREA_STAYS;
    return a->source->rewind(a, image);
}

void larder_animation_close(larder_animation *a) {
    if (!a) return;
    close(a);
    free(a);
}

#endif
