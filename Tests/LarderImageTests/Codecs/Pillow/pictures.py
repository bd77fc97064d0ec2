"""Writes pictures of many kinds into a folder, and beside each what Pillow makes of it.

For a file `name` there is `name.full` (every pixel) and `name.small` (120 pixels wide, filtered
with Pillow's Lanczos in floating point): width and height as text, a line break, then premultiplied
red, green, blue, alpha.
"""

import sys
from PIL import Image, ImageFilter, ImageMath, ImageOps

folder = sys.argv[1]


def drawn(width, height):
    """Soft shapes in all colours, like a photo to a codec."""
    shapes = Image.effect_mandelbrot((width, height), (-2, -1.2, 1, 1.2), 40)
    parts = [
        shapes.filter(ImageFilter.GaussianBlur(4)),
        Image.linear_gradient("L").resize((width, height)),
        Image.radial_gradient("L").resize((width, height)),
    ]
    return Image.merge("RGB", parts)


def clear(picture):
    result = picture.copy()
    result.putalpha(Image.linear_gradient("L").rotate(90).resize(picture.size))
    return result


def premultiplied(picture):
    *colors, alpha = [channel.convert("F") for channel in picture.convert("RGBA").split()]
    compute = getattr(ImageMath, "unsafe_eval", None) or ImageMath.eval
    return [compute("a * b / 255", a=color, b=alpha) for color in colors] + [alpha]


def write(path, channels):
    rounded = [channel.point(lambda v: v * 1 + 0.5).convert("L") for channel in channels]
    with open(path, "wb") as file:
        file.write(b"%d %d\n" % channels[0].size)
        file.write(Image.merge("RGBA", rounded).tobytes())


def save(name, picture, **options):
    picture.save(f"{folder}/{name}", **options)
    seen = ImageOps.exif_transpose(Image.open(f"{folder}/{name}"))
    if seen.mode.startswith("I"):
        seen = seen.point(lambda v: v / 257 + 0.5).convert("L")
    channels = premultiplied(seen)
    write(f"{folder}/{name}.full", channels)
    size = (120, max(1, round(seen.height * 120 / seen.width)))
    write(f"{folder}/{name}.small", [c.resize(size, Image.Resampling.LANCZOS) for c in channels])
    print(name)


photo = drawn(403, 271)
for sampling, name in enumerate(["444", "422", "420"]):
    save(f"{name}.jpg", photo, quality=90, subsampling=sampling)
save("progressive.jpg", photo, quality=90, progressive=True)
save("gray.jpg", photo.convert("L"), quality=90)
save("inks.jpg", photo.convert("CMYK"), quality=90)
for mode in ["1", "L", "LA", "P", "RGB"]:
    save(f"{mode}.png", photo.convert(mode))
save("clear.png", clear(photo))
save("deep.png", photo.convert("L").convert("I").point(lambda v: v * 257 + 0).convert("I;16"))
save("one-clear-color.png", photo.quantize(200), transparency=5)
save("palette-alpha.png", photo.quantize(200), transparency=bytes(range(200)))
save("gray-clear.png", photo.convert("L"), transparency=100)
save("lossy.webp", photo, quality=85)
save("lossless.webp", photo, lossless=True)
save("clear.webp", clear(photo), quality=85)
save("still.gif", photo.quantize(128))
save("plain.avif", photo, quality=80)
for orientation in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = orientation
    for ending in ["jpg", "png", "webp", "avif"]:
        save(f"turned-{orientation}.{ending}", photo.resize((202, 136)), exif=exif, quality=90)
