// Swift does not use libjpeg itself: this target names the package for CImageCodecs.
#ifndef LARDER_CJPEG_SHIM_H
#define LARDER_CJPEG_SHIM_H

#endif
