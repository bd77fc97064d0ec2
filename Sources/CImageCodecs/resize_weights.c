#include "resize_weights.h"

#include <math.h>
#include <stdlib.h>

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
    resize_weights *w, double extent, double start, double length, uint32_t count) {
    uint32_t pixels = (uint32_t)ceil(extent);
    double beyond = pixels - extent;
    double step = length / count;
    double scale = step < 1 ? 1 : step;
    double taps = ceil(2 * lobes * scale) + 1;
    w->taps = taps < pixels ? (uint32_t)taps : pixels;
    w->stride = (w->taps + 3) / 4 * 4;
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
        double sum = fill_exact(exact, w->taps, (first + 0.5 - centre) / scale, 1 / scale);
        if (first == last_start) {
            sum -= exact[w->taps - 1] * beyond;
            exact[w->taps - 1] *= 1 - beyond;
        }
        fill_weights(w->weights + (size_t)i * w->stride, exact, w->taps, sum);
    }
    free(exact);
    return true;
}

void resize_weights_close(resize_weights *w) {
    free(w->starts);
    free(w->weights);
}
