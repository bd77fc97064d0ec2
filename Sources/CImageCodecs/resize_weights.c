#include "resize_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double one = 16384, lobes = 3;

// Sine and cosine of an angle that goes on in equal steps: two products a step instead of a call.
typedef struct {
    double sine, cosine, step_sine, step_cosine;
} turning;

static turning turn_from(double angle, double step) {
    return (turning){sin(angle), cos(angle), sin(step), cos(step)};
}

static void turn(turning *t) {
    double sine = t->sine * t->step_cosine + t->cosine * t->step_sine;
    t->cosine = t->cosine * t->step_cosine - t->sine * t->step_sine;
    t->sine = sine;
}

// sin(pi x) sin(pi x / lobes) / x^2 at `taps` places from `x` on; returns their sum.
static double fill_exact(double *exact, uint32_t taps, double x, double step) {
    turning fast = turn_from(M_PI * x, M_PI * step);
    turning slow = turn_from(M_PI * x / lobes, M_PI * step / lobes);
    double sum = 0;
    for (uint32_t k = 0; k < taps; k++, x += step) {
        bool is_middle = fabs(x) < 1e-6;
        exact[k] = is_middle ? M_PI * M_PI / lobes : fast.sine * slow.sine / (x * x);
        if (fabs(x) >= lobes) exact[k] = 0;
        sum += exact[k];
        turn(&fast);
        turn(&slow);
    }
    return sum;
}

// Rounding the running sums instead of the weights makes the weights add up to exactly one.
static void fill_weights(int16_t *weights, const double *exact, uint32_t taps, double sum) {
    // A number so large that nothing behind its point remains: nearbyint without a call.
    const double large = 0x1.8p52;
    double running = 0, given = 0, unit = one / sum;
    for (uint32_t k = 0; k < taps; k++) {
        running += exact[k] * unit;
        double rounded = running + large - large;
        weights[k] = (int16_t)(rounded - given);
        given = rounded;
    }
}

// Weights of pixels from `first` on become weights of the halves of them from `start` on.
static void fold(
    const double *exact, uint32_t taps, int64_t first, double *folded, uint32_t folded_taps,
    int64_t start, int64_t halves) {
    memset(folded, 0, folded_taps * sizeof *folded);
    for (int64_t k = first; k < first + taps; k++) {
        int64_t own = k / 2, other = k % 2 ? own + 1 : own - 1;
        if (other < 0 || other >= halves) other = own;
        folded[own - start] += exact[k - first] * 0.75;
        folded[other - start] += exact[k - first] * 0.25;
    }
}

static int64_t clamped(int64_t value, int64_t last) {
    return value < 0 ? 0 : value > last ? last : value;
}

static void fill_all(resize_weights *w, const resize_span *span, double *exact, uint32_t taps) {
    uint32_t pixels = (uint32_t)ceil(span->extent), halves = (pixels + 1) / 2;
    double step = span->length / w->count, scale = step < 1 ? 1 : step;
    double beyond = pixels - span->extent;
    double *folded = exact + taps;
    for (uint32_t i = 0; i < w->count; i++) {
        double centre = span->start + (i + 0.5) * step;
        int64_t first = clamped((int64_t)floor(centre - lobes * scale), pixels - taps);
        double sum = fill_exact(exact, taps, (first + 0.5 - centre) / scale, 1 / scale);
        if (first + taps == pixels) {
            sum -= exact[taps - 1] * beyond;
            exact[taps - 1] *= 1 - beyond;
        }
        int64_t start = first;
        if (span->is_halved) {
            start = clamped((first + 1) / 2 - 1, halves - w->taps);
            fold(exact, taps, first, folded, w->taps, start, halves);
        }
        w->starts[i] = (uint32_t)start;
        fill_weights(
            w->weights + (size_t)i * w->stride, span->is_halved ? folded : exact, w->taps, sum);
    }
}

// How many pixels of full resolution one output pixel looks at.
static uint32_t full_taps(const resize_span *span, uint32_t count) {
    uint32_t pixels = (uint32_t)ceil(span->extent);
    double step = span->length / count;
    double wanted = ceil(2 * lobes * (step < 1 ? 1 : step)) + 1;
    return wanted < pixels ? (uint32_t)wanted : pixels;
}

void resize_weights_lay_out(
    resize_weights *w, const resize_span *span, uint32_t count, uint32_t multiple) {
    uint32_t halves = ((uint32_t)ceil(span->extent) + 1) / 2, taps = full_taps(span, count);
    // So many pixels and their neighbours lie in so many halves.
    uint32_t folded = taps / 2 + 2 < halves ? taps / 2 + 2 : halves;
    w->taps = span->is_halved ? folded : taps;
    w->stride = (w->taps + multiple - 1) / multiple * multiple;
    w->count = count;
}

// Numbers that fill_all works with: those of full resolution, at most twice the halves, and the
// halves.
static size_t exact_count(const resize_weights *w) { return (size_t)w->taps * 3; }

uint64_t resize_weights_memory(const resize_weights *w) {
    uint64_t of_a_pixel = sizeof *w->starts + (uint64_t)w->stride * sizeof *w->weights;
    return w->count * of_a_pixel + exact_count(w) * sizeof(double);
}

bool resize_weights_open(resize_weights *w, const resize_span *span) {
    w->starts = malloc(w->count * sizeof *w->starts);
    w->weights = calloc((size_t)w->count * w->stride, sizeof *w->weights);
    double *exact = malloc(exact_count(w) * sizeof *exact);
    bool is_open = w->starts && w->weights && exact;
    if (is_open) fill_all(w, span, exact, full_taps(span, w->count));
    free(exact);
    return is_open;
}

void resize_weights_close(resize_weights *w) {
    free(w->starts);
    free(w->weights);
}
