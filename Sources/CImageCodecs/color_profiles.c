#if defined(__linux__)

#include "color_profiles.h"

#include <stdlib.h>

// IEC 61966-2-1's curve: a straight start, then a power of 2.4.
static cmsToneCurve *srgb_curve(void) {
    const cmsFloat64Number parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return cmsBuildParametricToneCurve(NULL, 4, parameters);
}

static cmsHPROFILE open_rgb(const double primaries[8], double exponent) {
    cmsToneCurve *curve = exponent > 0 ? cmsBuildGamma(NULL, exponent) : srgb_curve();
    if (!curve) return NULL;
    cmsCIExyY white = {primaries[0], primaries[1], 1};
    cmsCIExyYTRIPLE colors = {
        {primaries[2], primaries[3], 1},
        {primaries[4], primaries[5], 1},
        {primaries[6], primaries[7], 1}};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &colors, curves);
    cmsFreeToneCurve(curve);
    return profile;
}

static const double srgb[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
static const double display_p3[8] = {0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060};

cmsHPROFILE color_open_target(bool is_display_p3) {
    return open_rgb(is_display_p3 ? display_p3 : srgb, 0);
}

static bool fits(cmsHPROFILE profile, larder_color_model model) {
    switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return model != LARDER_COLORS_CMYK;
    case cmsSigGrayData: return model == LARDER_COLORS_GRAY;
    case cmsSigCmykData: return model == LARDER_COLORS_CMYK;
    default: return false;
    }
}

cmsHPROFILE color_open_source(const color_source *source) {
    if (source->icc) {
        cmsHPROFILE profile = cmsOpenProfileFromMem(source->icc, (cmsUInt32Number)source->icc_size);
        if (profile && fits(profile, source->model)) return profile;
        if (profile) cmsCloseProfile(profile);
    }
    if (source->model == LARDER_COLORS_CMYK) return NULL;
    return open_rgb(source->primaries[0] > 0 ? source->primaries : srgb, source->exponent);
}

uint8_t *color_display_p3_profile(size_t *size) {
    cmsHPROFILE profile = color_open_target(true);
    if (!profile) return NULL;
    cmsUInt32Number count = 0;
    uint8_t *bytes = NULL;
    if (cmsSaveProfileToMem(profile, NULL, &count)) bytes = malloc(count);
    if (bytes && !cmsSaveProfileToMem(profile, bytes, &count)) {
        free(bytes);
        bytes = NULL;
    }
    cmsCloseProfile(profile);
    *size = count;
    return bytes;
}

#endif
