#include "resize_weights.h"

#include <math.h>
#include <stdlib.h>

static const double lobes = 3;
static const double one = 16384;

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }

static double lanczos(double x) { return fabs(x) < lobes ? sinc(x) * sinc(x / lobes) : 0; }

// Weights of the pixels from `start` on for an output pixel whose middle is at `centre`.
static void fill_weights(
    int16_t *weights, double *exact, uint32_t taps, double start, double centre, double scale) {
    double sum = 0;
    for (uint32_t k = 0; k < taps; k++) {
        exact[k] = lanczos((start + k + 0.5 - centre) / scale);
        sum += exact[k];
    }
    // Rounding the running sums instead of the weights makes the weights add up to exactly one.
    double running = 0;
    double given = 0;
    for (uint32_t k = 0; k < taps; k++) {
        running += exact[k] / sum * one;
        double weight = nearbyint(running - given);
        weights[k] = (int16_t)weight;
        given += weight;
    }
}

bool resize_weights_open(
    resize_weights *w, uint32_t pixels, double start, double length, uint32_t count) {
    double step = length / count;
    double scale = step < 1 ? 1 : step;
    double taps = ceil(2 * lobes * scale) + 1;
    w->taps = taps < pixels ? (uint32_t)taps : pixels;
    w->stride = w->taps + (w->taps & 1);
    w->count = count;
    w->starts = malloc(count * sizeof *w->starts);
    w->weights = calloc((size_t)count * w->stride, sizeof *w->weights);
    double *exact = malloc(w->taps * sizeof *exact);
    if (!w->starts || !w->weights || !exact) {
        free(exact);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        double centre = start + (i + 0.5) * step;
        double first = floor(centre - lobes * scale);
        double last_start = (double)(pixels - w->taps);
        first = first < 0 ? 0 : first > last_start ? last_start : first;
        w->starts[i] = (uint32_t)first;
        fill_weights(
            w->weights + (size_t)i * w->stride, exact, w->taps, first, centre, scale);
    }
    free(exact);
    return true;
}

void resize_weights_close(resize_weights *w) {
    free(w->starts);
    free(w->weights);
}
