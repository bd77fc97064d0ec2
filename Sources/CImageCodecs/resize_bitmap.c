#include "larder_resize.h"

#include "resize.h"

static resize_part part_of(const larder_resize_job *job) {
    return (resize_part){job->part_x,      job->part_y,    job->part_width,
                         job->part_height, job->out_width, job->out_height};
}

uint64_t larder_resize_memory(const larder_resize_job *job) {
    resize_part part = part_of(job);
    return resizer_memory(job->width, job->height, &part, 4);
}

bool larder_resize(const larder_resize_job *job) {
    resize_part part = part_of(job);
    resizer r;
    bool is_open =
        resizer_open(&r, job->width, job->height, &part, job->has_alpha, job->out);
    for (uint32_t y = 0; is_open && y < job->height; y++) {
        resizer_push_lent(&r, job->pixels + y * job->bytes_per_row);
    }
    resizer_close(&r);
    return is_open;
}
