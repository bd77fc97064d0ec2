// Swift does not use ISA-L itself: this target names the package for CImageCodecs.
#ifndef LARDER_CISAL_SHIM_H
#define LARDER_CISAL_SHIM_H

#endif
