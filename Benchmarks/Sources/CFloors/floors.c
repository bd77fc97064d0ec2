#if defined(__linux__)

#include "include/floors.h"

#include <avif/avif.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

// stdio.h has to come first.
#include <jpeglib.h>

int floor_jpeg(const uint8_t *bytes, size_t size, unsigned eighths) {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    info.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, size);
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_EXT_RGBA;
    info.scale_num = eighths;
    info.scale_denom = 8;
    jpeg_start_decompress(&info);
    JSAMPROW row = malloc((size_t)info.output_width * 4);
    while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, &row, 1);
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    free(row);
    return 1;
}

int floor_png(const uint8_t *bytes, size_t size) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, size)) return 0;
    image.format = PNG_FORMAT_RGBA;
    void *pixels = malloc(PNG_IMAGE_SIZE(image));
    int done = png_image_finish_read(&image, NULL, pixels, 0, NULL);
    free(pixels);
    return done;
}

int floor_webp(const uint8_t *bytes, size_t size) {
    int width = 0, height = 0;
    uint8_t *pixels = WebPDecodeRGBA(bytes, size, &width, &height);
    WebPFree(pixels);
    return pixels != NULL;
}

int floor_avif(const uint8_t *bytes, size_t size) {
    avifDecoder *decoder = avifDecoderCreate();
    decoder->maxThreads = 1;
    int done = avifDecoderSetIOMemory(decoder, bytes, size) == AVIF_RESULT_OK
        && avifDecoderParse(decoder) == AVIF_RESULT_OK
        && avifDecoderNextImage(decoder) == AVIF_RESULT_OK;
    if (done) {
        avifRGBImage rgb;
        avifRGBImageSetDefaults(&rgb, decoder->image);
        rgb.depth = 8;
        avifRGBImageAllocatePixels(&rgb);
        done = avifImageYUVToRGB(decoder->image, &rgb) == AVIF_RESULT_OK;
        avifRGBImageFreePixels(&rgb);
    }
    avifDecoderDestroy(decoder);
    return done;
}

#endif
