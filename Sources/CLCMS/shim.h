// Swift does not use lcms2 itself: this target names the package for CImageCodecs.
#ifndef LARDER_CLCMS_SHIM_H
#define LARDER_CLCMS_SHIM_H

#endif
