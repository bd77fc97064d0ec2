#if defined(__linux__)

#include "png_reader.h"

#include <stdlib.h>
#include <string.h>

#include "apng_scan.h"

_Noreturn void png_reader_stop(png_reader *r, larder_image_status status, const char *why) {
    r->status = status;
    larder_fail(r->image, status, why);
    longjmp(r->escape, 1);
}

static _Noreturn void on_error(png_structp png, png_const_charp message) {
    png_reader_stop(png_get_error_ptr(png), LARDER_IMAGE_DAMAGED, message);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)message;
    png_reader *r = png_get_error_ptr(png);
    if (++r->warnings > r->job->max_warnings) {
        png_reader_stop(r, LARDER_IMAGE_DAMAGED, "The data is damaged in too many places");
    }
}

// As many bytes as libpng asks for at once.
enum { piece = 8192 };

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    png_reader *r = png_get_io_ptr(png);
    if (count > r->job->size - r->place) {
        r->place = r->job->size;
        png_error(png, "The data ends too early");
    }
    memcpy(to, r->job->bytes + r->place, count);
    r->place += count;
    // libpng asks for pixels in large pieces and makes nothing of half a one: towards the end of
    // a file that may be cut they are no larger than what is left.
    size_t rest = r->job->size - r->place;
    if (rest > 0 && rest < piece) png_set_compression_buffer_size(png, rest);
}

bool png_reader_open(png_reader *r) {
    r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, on_error, on_warning);
    if (!r->png) return false;
    r->info = png_create_info_struct(r->png);
    if (!r->info) return false;
    png_set_read_fn(r->png, r, read_bytes);
    // Some programs name a window that is smaller than the one they use.
    png_set_option(r->png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    // Chunks have checksums too, and zlib finds its own wrong before it hands over the last row.
    png_set_option(r->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_user_limits(r->png, 0x7FFFFFFF, 0x7FFFFFFF);
    // A chunk that is in the file may be as long as the file; what is unpacked may not.
    size_t longest = r->job->max_metadata > r->job->size ? r->job->max_metadata : r->job->size;
    png_set_chunk_malloc_max(r->png, longest);
    png_set_chunk_cache_max(r->png, 64);
    // Nobody asks for these. Texts may unpack to a thousand times their size, and for the others
    // libpng takes as much memory as they claim to be long, although it warns of the limit.
    static const png_byte unused[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0eXIf\0pCAL\0sCAL";
    png_set_keep_unknown_chunks(r->png, PNG_HANDLE_CHUNK_NEVER, unused, sizeof unused / 5);
    return true;
}

void png_reader_close(png_reader *r) {
    if (r->png) png_destroy_read_struct(&r->png, &r->info, NULL);
    free(r->canvas);
    png_pixels_close(&r->pixels);
    sink_close(&r->rows);
}

static larder_color_model model_of(int type) {
    if (type == PNG_COLOR_TYPE_PALETTE) return LARDER_COLORS_INDEXED;
    return type & PNG_COLOR_MASK_COLOR ? LARDER_COLORS_RGB : LARDER_COLORS_GRAY;
}

// The EXIF chunk may stand anywhere, also after the pixels, where libpng has not read yet.
static void find_exif(const larder_image_job *job, larder_image_header *header) {
    size_t place = 8;
    while (job->size - place >= 12) {
        const uint8_t *chunk = job->bytes + place;
        size_t length = png_get_uint_32(chunk);
        if (length > job->size - place - 12) return;
        if (memcmp(chunk + 4, "IEND", 4) == 0) return;
        if (memcmp(chunk + 4, "eXIf", 4) == 0) {
            header->exif = chunk + 8;
            header->exif_size = length;
            return;
        }
        place += 12 + length;
    }
}

// Numbers that the file claims to be sRGB's are left alone; so are those within rounding of it.
static void find_gamma(png_reader *r) {
    double file_gamma = 0;
    int intent = 0;
    if (png_get_sRGB(r->png, r->info, &intent) || !png_get_gAMA(r->png, r->info, &file_gamma)) {
        return;
    }
    if (file_gamma > 0.1 && file_gamma < 10 && (file_gamma < 0.43 || file_gamma > 0.48)) {
        r->colors.exponent = 1 / file_gamma;
    }
}

// A row has as many bytes as its pixels have at the widest step on the way to the output, and is as
// long as whole bytes of pixels of one bit would make it.
uint64_t png_reader_memory(const larder_image_header *header) {
    uint64_t pixel = header->bits == 16 ? 8 : 4, aside = 64;
    return 2 * (memory_of((uint64_t)header->width + 8, 1, pixel) + aside);
}

void png_reader_choose_output(png_reader *r) {
    png_set_expand(r->png);
    png_set_scale_16(r->png);
    png_set_gray_to_rgb(r->png);
    png_set_add_alpha(r->png, 0xFF, PNG_FILLER_AFTER);
}

void png_reader_describe(png_reader *r) {
    larder_image_header *header = &r->header;
    int type = png_get_color_type(r->png, r->info);
    header->width = png_get_image_width(r->png, r->info);
    header->height = png_get_image_height(r->png, r->info);
    header->frames = 1;
    header->loops = 1;
    header->bits = png_get_bit_depth(r->png, r->info);
    header->model = model_of(type);
    header->has_alpha = (type & PNG_COLOR_MASK_ALPHA)
        || png_get_valid(r->png, r->info, PNG_INFO_tRNS);
    header->progressive =
        png_get_interlace_type(r->png, r->info) != PNG_INTERLACE_NONE;
    find_exif(r->job, header);
    apng_count(r->job, header);
    r->colors.model = header->model;

    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 length = 0;
    int method = 0;
    if (png_get_iCCP(r->png, r->info, &name, &method, &profile, &length)) {
        header->icc = r->colors.icc = profile;
        header->icc_size = r->colors.icc_size = length;
    } else {
        find_gamma(r);
    }
}

#endif
