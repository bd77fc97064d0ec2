// Colours: from what a picture's profile says to sRGB or Display P3.
#ifndef LARDER_COLOR_H
#define LARDER_COLOR_H

#include "include/larder_images.h"

// What a picture's numbers mean.
typedef struct {
    larder_color_model model;
    // An ICC profile, or NULL.
    const uint8_t *icc;
    size_t icc_size;
    // Without a profile: x and y of white, red, green and blue, and the exponent that leads from
    // numbers to light. An exponent of 0 means sRGB's curve; a white of 0 means sRGB's colours.
    double primaries[8];
    double exponent;
} color_source;

// Turns rows of straight or opaque pixels into `display_p3` or sRGB, in place. Without a profile,
// or with one that does not fit, numbers are taken to be sRGB.
typedef struct color_transform color_transform;

// NULL if nothing needs to be done. Made once for a profile and kept; color_release gives it back.
color_transform *color_obtain(const color_source *source, bool display_p3);
// Whether color_apply would change anything; false for NULL.
bool color_has_effect(const color_transform *transform);
void color_apply(color_transform *transform, uint8_t *pixels, uint32_t count);
void color_release(color_transform *transform);

// Inks without a profile become colours. Inks are stored as what is left out of them: Adobe's
// programs write them so, and all readers take them so, also without Adobe's marker.
void color_from_inks(uint8_t *pixels, uint32_t count);

// An ICC profile of Display P3; the caller frees it. NULL if there is no memory.
uint8_t *color_display_p3_profile(size_t *size);

#endif
