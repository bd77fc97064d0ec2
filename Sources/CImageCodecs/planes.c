#if defined(__linux__)

#include "planes.h"

#include <stdlib.h>
#include <string.h>

bool planes_suit(const larder_image_plan *plan) {
    return plan->width >= 2.0 * plan->out_width && plan->height >= 2.0 * plan->out_height;
}

static resize_part part_of(const planes_format *format, const larder_image_plan *plan, uint32_t i) {
    return (resize_part){
        plan->x + format->left, plan->y + format->top, plan->width, plan->height,
        plan->out_width, plan->out_height, i > 0 && format->is_halved_across,
        i > 0 && format->is_halved_down};
}

static uint64_t memory_for(const planes *p, const larder_image_plan *plan) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        resize_part part = part_of(&p->format, plan, i);
        bytes += resizer_memory(p->format.width, p->format.height, &part, 1);
        bytes += (uint64_t)plan->out_width * plan->out_height * sizeof **p->small;
    }
    return bytes;
}

static bool open_planes(planes *p, const larder_image_plan *plan) {
    for (uint32_t i = 0; i < p->count; i++) {
        resize_part part = part_of(&p->format, plan, i);
        p->small[i] = malloc((size_t)plan->out_width * plan->out_height * sizeof **p->small);
        if (!p->small[i]
            || !resizer_open_plane(
                &p->filters[i], p->format.width, p->format.height, &part, p->small[i])) {
            return false;
        }
    }
    return true;
}

larder_image_status planes_open(
    planes *p, memory_budget *memory, const planes_format *format, const larder_image_plan *plan) {
    memset(p, 0, sizeof *p);
    p->format = *format;
    p->count = format->is_gray ? 1 : 3;
    larder_image_header small = {.width = plan->out_width, .height = plan->out_height};
    larder_image_plan whole = *plan;
    whole.x = whole.y = 0;
    whole.width = plan->out_width;
    whole.height = plan->out_height;
    larder_image_status status = sink_open(&p->rows, memory, &small, &whole, SINK_OPAQUE, 8);
    if (status != LARDER_IMAGE_OK) return status;
    uint64_t bytes = memory_for(p, plan);
    if (!memory_take(memory, bytes)) return LARDER_IMAGE_TOO_MUCH_MEMORY;
    p->memory = memory;
    p->taken = bytes;
    return open_planes(p, plan) ? LARDER_IMAGE_OK : LARDER_IMAGE_NO_MEMORY;
}

void planes_push(planes *p, uint32_t plane, const uint8_t *first, size_t stride, uint32_t rows) {
    resizer *filter = &p->filters[plane];
    while (filter->rows_in < rows && filter->rows_in < filter->in_height) {
        resizer_push_lent(filter, first + filter->rows_in * stride);
    }
}

void planes_close(planes *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        resizer_close(&p->filters[i]);
        free(p->small[i]);
    }
    sink_close(&p->rows);
    if (p->memory) memory_give_back(p->memory, p->taken);
}

// How numbers of the small planes become colours.
typedef struct {
    float scale, black, red, green_of_red, green_of_blue, blue;
} conversion;

static conversion conversion_for(const planes_format *format) {
    float luma = format->is_full_range ? 1 : 255.0f / 219;
    float chroma = format->is_full_range ? 1 : 255.0f / 224;
    float green = 1 - format->red - format->blue;
    float red = 2 * (1 - format->red) * chroma, blue = 2 * (1 - format->blue) * chroma;
    return (conversion){
        luma / 64, format->is_full_range ? 0 : -16 * luma, red / 64,
        red * format->red / green / 64, blue * format->blue / green / 64, blue / 64};
}

static uint32_t rounded(float value) {
    int32_t whole = (int32_t)(value + 0.5f);
    whole = whole < 0 ? 0 : whole;
    return (uint32_t)(whole > 255 ? 255 : whole);
}

// As one number of 32 bits, so that the compiler makes many of them at once.
static void put_pixel(uint32_t red, uint32_t green, uint32_t blue, uint8_t *to) {
    uint32_t pixel = red | green << 8 | blue << 16 | 255u << 24;
    memcpy(to, &pixel, 4);
}

static void make_colors(
    const conversion *c, const int16_t *luma, const int16_t *blue, const int16_t *red,
    uint32_t count, uint8_t *to) {
    for (uint32_t x = 0; x < count; x++, to += 4) {
        float y = luma[x] * c->scale + c->black;
        float u = blue[x] - 128.0f * 64, v = red[x] - 128.0f * 64;
        put_pixel(
            rounded(y + v * c->red), rounded(y - v * c->green_of_red - u * c->green_of_blue),
            rounded(y + u * c->blue), to);
    }
}

static void make_grays(const conversion *c, const int16_t *luma, uint32_t count, uint8_t *to) {
    for (uint32_t x = 0; x < count; x++, to += 4) {
        uint32_t gray = rounded(luma[x] * c->scale + c->black);
        put_pixel(gray, gray, gray, to);
    }
}

static void push_rows(planes *p) {
    sink *rows = &p->rows;
    conversion c = conversion_for(&p->format);
    uint32_t ready = rows->out_height;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->filters[i].rows_out < ready) ready = p->filters[i].rows_out;
    }
    for (uint32_t y = 0; y < ready; y++) {
        size_t place = (size_t)y * rows->out_width;
        const int16_t *luma = p->small[0] + place;
        if (p->format.is_gray) {
            make_grays(&c, luma, rows->out_width, sink_row(rows));
        } else {
            make_colors(
                &c, luma, p->small[1] + place, p->small[2] + place, rows->out_width,
                sink_row(rows));
        }
        sink_push(rows);
    }
}

larder_image_status planes_show(
    planes *p, const larder_image_job *job, const larder_image_plan *plan,
    const color_source *colors, larder_image *image) {
    push_rows(p);
    return larder_finish(job, plan, colors, &p->rows, image);
}

#endif
