// Decoding and encoding of pictures with the format libraries of Linux.
//
// Everything that these libraries do with setjmp and longjmp begins and ends in this target's C
// files. Callbacks are called on the caller's thread, and no jump ever crosses one.
#ifndef LARDER_IMAGES_H
#define LARDER_IMAGES_H

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    LARDER_IMAGE_OK = 0,
    // Nothing of the picture can be shown.
    LARDER_IMAGE_DAMAGED,
    // A kind of picture that the library does not read or write.
    LARDER_IMAGE_UNSUPPORTED,
    // One of the limits is passed.
    LARDER_IMAGE_TOO_LARGE,
    // That on memory.
    LARDER_IMAGE_TOO_MUCH_MEMORY,
    // A callback asked to stop.
    LARDER_IMAGE_STOPPED,
    LARDER_IMAGE_NO_MEMORY,
    // There is no further frame.
    LARDER_IMAGE_END,
} larder_image_status;

typedef enum {
    LARDER_COLORS_GRAY = 0,
    LARDER_COLORS_RGB,
    LARDER_COLORS_CMYK,
    LARDER_COLORS_INDEXED,
} larder_color_model;

// What a picture's header says. Pointers are good until the callback that gets them returns.
typedef struct {
    // As stored, before orientation.
    uint32_t width, height;
    uint32_t frames;
    // 0 is without end.
    uint32_t loops;
    uint32_t bits;
    larder_color_model model;
    bool has_alpha;
    bool progressive;
    // EXIF's value from the container itself, or 0 if it says nothing.
    int orientation;
    const uint8_t *exif;
    size_t exif_size;
    const uint8_t *icc;
    size_t icc_size;
} larder_image_header;

// What is wanted of a picture, in its stored orientation.
typedef struct {
    // The part that is shown, in stored pixels.
    double x, y, width, height;
    // How large that part becomes.
    uint32_t out_width, out_height;
    // EXIF's value, applied last: a value of 5 or more swaps the result's sides.
    int orientation;
    // Of two qualities the better one.
    bool best;
    // Display P3 instead of sRGB.
    bool display_p3;
} larder_image_plan;

// One picture to be read.
typedef struct {
    const uint8_t *bytes;
    size_t size;

    uint64_t max_pixels;
    // Bytes that may be held at once; memory_budget.h says what counts.
    uint64_t max_memory;
    uint32_t max_scans;
    uint32_t max_warnings;
    uint32_t max_frames;
    size_t max_metadata;

    void *context;
    // Gets the header and fills in the plan; false stops here. Called before any memory is taken
    // for pixels, and once more if damage has a file read anew.
    bool (*plan)(void *context, const larder_image_header *header, larder_image_plan *plan);
    // Asked while decoding, every few hundred thousand pixels at least; true stops.
    bool (*should_stop)(void *context);
} larder_image_job;

// A decoded picture: rows of red, green, blue, alpha, without pads between them.
typedef struct {
    // From malloc; the caller frees it. NULL unless the status is OK.
    uint8_t *pixels;
    uint32_t width, height;
    // Whether pixels are premultiplied with an alpha; else they are opaque.
    bool has_alpha;
    // Whether something is missing or damaged.
    bool partial;
    // What went wrong, for a log; empty if nothing did.
    char message[200];
} larder_image;

larder_image_status larder_decode_jpeg(const larder_image_job *job, larder_image *image);
// Of pictures that move, the first frame.
larder_image_status larder_decode_png(const larder_image_job *job, larder_image *image);
// The same by libpng alone, which tests hold larder_decode_png against.
larder_image_status larder_decode_png_by_libpng(const larder_image_job *job, larder_image *image);
larder_image_status larder_decode_webp(const larder_image_job *job, larder_image *image);
larder_image_status larder_decode_gif(const larder_image_job *job, larder_image *image);
larder_image_status larder_decode_avif(const larder_image_job *job, larder_image *image);

// A picture that moves. One thread at a time may use it.
typedef struct larder_animation larder_animation;

// Opens a picture frame by frame. The job's bytes are copied; its callbacks are used by each
// call. `image` gets no pixels, only a message.
larder_image_status larder_open_png(
    const larder_image_job *job, larder_animation **animation, larder_image *image);
larder_image_status larder_open_gif(
    const larder_image_job *job, larder_animation **animation, larder_image *image);
larder_image_status larder_open_webp(
    const larder_image_job *job, larder_animation **animation, larder_image *image);
larder_image_status larder_open_avif(
    const larder_image_job *job, larder_animation **animation, larder_image *image);

// How long a frame is shown, in milliseconds as the file says it.
uint32_t larder_animation_delay(const larder_animation *animation, uint32_t index);

// Decodes the next frame, or gives LARDER_IMAGE_END. `context` goes to the job's callbacks.
larder_image_status larder_animation_next(
    larder_animation *animation, void *context, larder_image *image);

// Passes over the next frame; `image` gets no pixels.
larder_image_status larder_animation_skip(
    larder_animation *animation, void *context, larder_image *image);

// Bytes that the animation keeps at most, its pixels and those of its library included.
size_t larder_animation_cost(const larder_animation *animation);

// Goes back to before the first frame.
larder_image_status larder_animation_rewind(larder_animation *animation, larder_image *image);

void larder_animation_close(larder_animation *animation);

// A picture that is shown while its bytes still arrive. One thread at a time may use it.
typedef struct larder_preview larder_preview;

// The job's limits and callbacks; its bytes are not looked at. NULL if there is no memory.
larder_preview *larder_preview_jpeg(const larder_image_job *job);
larder_preview *larder_preview_png(const larder_image_job *job);
larder_preview *larder_preview_webp(const larder_image_job *job);

// Takes further bytes and decodes what they allow. `image` gets no pixels, only a message. After
// any status but LARDER_IMAGE_OK nothing more comes of the preview.
larder_image_status larder_preview_feed(
    larder_preview *preview, const uint8_t *bytes, size_t count, void *context,
    larder_image *image);

// Whether there is more to see than at the last larder_preview_render.
bool larder_preview_has_news(const larder_preview *preview);

// Makes a picture of what is there; what is missing is transparent.
larder_image_status larder_preview_render(
    larder_preview *preview, void *context, larder_image *image);

void larder_preview_close(larder_preview *preview);

// One picture to be written: premultiplied or opaque pixels.
typedef struct {
    const uint8_t *pixels;
    uint32_t width, height;
    size_t bytes_per_row;
    bool has_alpha;
    // Display P3 instead of sRGB: a profile is written.
    bool display_p3;
    // 0 to 100.
    int quality;
    bool lossless;
    // A coarse view of all of the picture comes first, where the format has that.
    bool progressive;
} larder_encode_job;

// A written picture, or a message.
typedef struct {
    // From malloc; the caller frees it with free.
    uint8_t *bytes;
    size_t size;
    char message[200];
} larder_encoded;

larder_image_status larder_encode_jpeg(const larder_encode_job *job, larder_encoded *encoded);
larder_image_status larder_encode_png(const larder_encode_job *job, larder_encoded *encoded);
larder_image_status larder_encode_webp(const larder_encode_job *job, larder_encoded *encoded);
larder_image_status larder_encode_avif(const larder_encode_job *job, larder_encoded *encoded);

#endif
#endif
