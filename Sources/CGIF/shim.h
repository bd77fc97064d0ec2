// Swift does not use giflib itself: this target names the package for CImageCodecs.
#ifndef LARDER_CGIF_SHIM_H
#define LARDER_CGIF_SHIM_H

#endif
