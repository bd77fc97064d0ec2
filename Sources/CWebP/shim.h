// Swift does not use libwebp itself: this target names the package for CImageCodecs.
#ifndef LARDER_CWEBP_SHIM_H
#define LARDER_CWEBP_SHIM_H

#endif
