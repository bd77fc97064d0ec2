#ifndef LARDER_COLOR_PROFILES_H
#define LARDER_COLOR_PROFILES_H

#include <lcms2.h>

#include "color.h"

// sRGB or Display P3.
cmsHPROFILE color_open_target(bool display_p3);

// The profile of a picture, or NULL if it has none that fits its kind of colours.
cmsHPROFILE color_open_source(const color_source *source);

#endif
