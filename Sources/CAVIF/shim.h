// Swift does not use libavif itself: this target names the package for CImageCodecs.
#ifndef LARDER_CAVIF_SHIM_H
#define LARDER_CAVIF_SHIM_H

#endif
