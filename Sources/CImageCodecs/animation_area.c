#if defined(__linux__)

#include <stdlib.h>
#include <string.h>

#include "animation.h"

bool animation_should_stop(larder_animation *a, uint32_t pixels) {
    return larder_should_stop(&a->job, &a->work, pixels);
}

uint8_t *animation_row(
    const larder_animation *a, uint8_t *canvas, const animation_area *area, uint32_t row) {
    return canvas + ((size_t)(area->top + row) * a->header.width + area->left) * 4;
}

// Fills the last frame's place; with zeros where there is nothing to fill it with.
static larder_image_status fill(larder_animation *a, uint8_t *to, uint8_t *from) {
    size_t count = (size_t)a->last.width * 4;
    for (uint32_t y = 0; y < a->last.height; y++) {
        uint8_t *row = animation_row(a, to, &a->last, y);
        if (from) {
            memcpy(row, animation_row(a, from, &a->last, y), count);
        } else {
            memset(row, 0, count);
        }
        if (animation_should_stop(a, a->last.width)) return LARDER_IMAGE_STOPPED;
    }
    return LARDER_IMAGE_OK;
}

larder_image_status animation_dispose(larder_animation *a) {
    animation_disposal disposal = a->last.disposal;
    if (disposal == AREA_STAYS) return LARDER_IMAGE_OK;
    larder_image_status status = fill(a, a->canvas, disposal == AREA_CLEARS ? NULL : a->before);
    a->last.disposal = AREA_STAYS;
    return status;
}

larder_image_status animation_cover(larder_animation *a, animation_area area) {
    a->last = area;
    if (area.disposal != AREA_COMES_BACK) return LARDER_IMAGE_OK;
    if (!a->before) a->before = malloc((size_t)a->header.width * a->header.height * 4);
    return a->before ? fill(a, a->before, a->canvas) : LARDER_IMAGE_NO_MEMORY;
}

#endif
