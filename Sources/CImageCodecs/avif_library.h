#ifndef LARDER_AVIF_LIBRARY_H
#define LARDER_AVIF_LIBRARY_H

#include <avif/avif.h>

// libavif, loaded when the first AVIF picture comes and not before. It brings five codecs' libraries
// along, which would take longer to load than all else together at the start of a program that may
// never see an AVIF picture.

#define LARDER_AVIF_FUNCTIONS(each) \
    each(avifCropRectConvertCleanApertureBox) \
    each(avifDecoderCreate) \
    each(avifDecoderDestroy) \
    each(avifDecoderNextImage) \
    each(avifDecoderNthImageTiming) \
    each(avifDecoderParse) \
    each(avifDecoderReset) \
    each(avifDecoderSetIOMemory) \
    each(avifEncoderCreate) \
    each(avifEncoderDestroy) \
    each(avifEncoderWrite) \
    each(avifImageCreate) \
    each(avifImageCreateEmpty) \
    each(avifImageDestroy) \
    each(avifImageRGBToYUV) \
    each(avifImageSetProfileICC) \
    each(avifImageSetViewRect) \
    each(avifImageYUVToRGB) \
    each(avifRGBImageSetDefaults) \
    each(avifRWDataFree) \
    each(avifResultToString)

#define LARDER_AVIF_MEMBER(name) __typeof__(&name) name;
typedef struct {
    LARDER_AVIF_FUNCTIONS(LARDER_AVIF_MEMBER)
} larder_avif_functions;
#undef LARDER_AVIF_MEMBER

// The library's functions, or NULL where there is no libavif of the version that this was compiled
// with: its structures differ from version to version. Loads it once; any thread may ask.
const larder_avif_functions *larder_avif(void);

static const char larder_no_avif[] = "libavif of the version this was built with is not installed";

#endif
