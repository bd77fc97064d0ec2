#if defined(__linux__)

#include "color.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "color_profiles.h"

// Making a transform takes longer than using it on a thumbnail, and most pictures of a program
// share a few profiles: the last ones used are kept. A profile is compared byte by byte, so no
// picture can get another's colours.
struct color_transform {
    cmsHTRANSFORM transform;
    // Whether the numbers come out as they go in.
    bool is_identity;
    color_source source;
    uint8_t *icc;
    bool display_p3;
    uint64_t last_use;
    int uses;
};

enum { kept = 8, largest_kept = 1 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static color_transform *table[kept];
static uint64_t use_clock;

static void destroy(color_transform *t) {
    if (!t) return;
    if (t->transform) cmsDeleteTransform(t->transform);
    free(t->icc);
    free(t);
}

static bool is_same(const color_transform *t, const color_source *source, bool display_p3) {
    const color_source *own = &t->source;
    return t->display_p3 == display_p3 && own->model == source->model
        && own->icc_size == source->icc_size && own->exponent == source->exponent
        && memcmp(own->primaries, source->primaries, sizeof own->primaries) == 0
        && (source->icc_size == 0 || memcmp(t->icc, source->icc, source->icc_size) == 0);
}

static cmsUInt32Number input_type(cmsHPROFILE profile) {
    switch (cmsGetColorSpace(profile)) {
    // Gray pictures come with three equal channels: one of them is looked at.
    case cmsSigGrayData: return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
    case cmsSigCmykData: return TYPE_CMYK_8_REV;
    default: return TYPE_RGBA_8;
    }
}

// Whether no sample of the whole range moves by more than one step.
static bool is_identity(cmsHTRANSFORM transform) {
    for (int red = 0; red < 256; red += 51) {
        for (int green = 0; green < 256; green += 51) {
            for (int blue = 0; blue < 256; blue += 17) {
                uint8_t in[4] = {(uint8_t)red, (uint8_t)green, (uint8_t)blue, 255}, out[4] = {0};
                cmsDoTransform(transform, in, out, 1);
                for (int c = 0; c < 3; c++) {
                    if (abs(in[c] - out[c]) > 1) return false;
                }
            }
        }
    }
    return true;
}

static void fill_transform(color_transform *t, const color_source *source, bool display_p3) {
    cmsHPROFILE from = color_open_source(source), to = color_open_target(display_p3);
    if (from && to) {
        cmsUInt32Number type = input_type(from);
        // Without a cache of its last pixel a transform may be used by several threads.
        t->transform = cmsCreateTransform(
            from, type, to, TYPE_RGBA_8, INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE);
        t->is_identity = t->transform && type == TYPE_RGBA_8 && is_identity(t->transform);
    }
    if (from) cmsCloseProfile(from);
    if (to) cmsCloseProfile(to);
}

static color_transform *make(const color_source *source, bool display_p3) {
    color_transform *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->source = *source;
    t->display_p3 = display_p3;
    if (source->icc_size > 0) {
        t->icc = malloc(source->icc_size);
        if (!t->icc) {
            free(t);
            return NULL;
        }
        memcpy(t->icc, source->icc, source->icc_size);
    }
    t->source.icc = t->icc;
    fill_transform(t, source, display_p3);
    return t;
}

static color_transform *find(const color_source *source, bool display_p3) {
    for (int i = 0; i < kept; i++) {
        if (table[i] && is_same(table[i], source, display_p3)) {
            table[i]->uses++;
            table[i]->last_use = ++use_clock;
            return table[i];
        }
    }
    return NULL;
}

// Puts `t` in the place of the one used longest ago; returns what is to be freed, if anything.
static color_transform *keep(color_transform *t) {
    int oldest = 0;
    for (int i = 0; i < kept; i++) {
        if (!table[i]) {
            oldest = i;
            break;
        }
        if (table[i]->last_use < table[oldest]->last_use) oldest = i;
    }
    color_transform *old = table[oldest];
    t->last_use = ++use_clock;
    t->uses++;
    table[oldest] = t;
    return old && --old->uses == 0 ? old : NULL;
}

static bool needs_nothing(const color_source *source, bool display_p3) {
    return !display_p3 && !source->icc && source->exponent == 0 && source->primaries[0] == 0;
}

color_transform *color_obtain(const color_source *source, bool display_p3) {
    if (needs_nothing(source, display_p3)) return NULL;
    pthread_mutex_lock(&lock);
    color_transform *found = find(source, display_p3);
    pthread_mutex_unlock(&lock);
    if (found) return found;

    color_transform *made = make(source, display_p3);
    if (!made) return NULL;
    made->uses = 1;
    if (source->icc_size > largest_kept) return made;
    pthread_mutex_lock(&lock);
    color_transform *unused = keep(made);
    pthread_mutex_unlock(&lock);
    destroy(unused);
    return made;
}

void color_release(color_transform *t) {
    if (!t) return;
    pthread_mutex_lock(&lock);
    bool is_last = --t->uses == 0;
    pthread_mutex_unlock(&lock);
    if (is_last) destroy(t);
}

void color_apply(color_transform *t, uint8_t *pixels, uint32_t count) {
    if (t && t->transform && !t->is_identity) cmsDoTransform(t->transform, pixels, pixels, count);
}

bool color_has_effect(const color_transform *t) {
    return t && t->transform && !t->is_identity;
}

void color_from_inks(uint8_t *pixels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, pixels += 4) {
        for (int c = 0; c < 3; c++) {
            uint32_t product = (uint32_t)pixels[c] * pixels[3] + 128;
            pixels[c] = (uint8_t)((product + (product >> 8)) >> 8);
        }
        pixels[3] = 255;
    }
}

#endif
