#!/usr/bin/env bash
# Runs the gallery in a window that nobody sees; it tests itself and leaves screenshots in FOLDER.
# usage: Scripts/check-gallery.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname -s)" = Linux ] || { echo "The gallery is for Linux"; exit 0; }
swift build --package-path Examples/GTK --product Gallery
# GTK without graphics card, accessibility bus and settings draws the same pixels everywhere.
GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory DBUS_SESSION_BUS_ADDRESS=disabled: \
    xvfb-run -a -s "-screen 0 800x800x24" \
    Examples/GTK/.build/debug/Gallery --check "${1:-Examples/GTK/.build/screenshots}"
