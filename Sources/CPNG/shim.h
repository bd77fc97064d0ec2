// Swift does not use libpng itself: this target names the package for CImageCodecs.
#ifndef LARDER_CPNG_SHIM_H
#define LARDER_CPNG_SHIM_H

#endif
