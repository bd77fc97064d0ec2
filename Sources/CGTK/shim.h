#ifndef LARDER_CGTK_SHIM_H
#define LARDER_CGTK_SHIM_H

#include <gtk/gtk.h>
#include <glib-unix.h>

// libdispatch's main queue as an event of another loop: what CoreFoundation uses. The handle is an
// eventfd that becomes readable when there is work; the callback does the work that is there.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);

#endif
