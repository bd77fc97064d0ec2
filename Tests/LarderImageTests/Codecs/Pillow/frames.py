"""Writes PNGs that move into a folder, and beside each what its frames look like.

Pillow writes the files and unpacks each frame's pixels; the frames are put together here, since
Pillow (13) does not do as the standard says with what is laid over something else. For a file
`name` there is `name.N` for each frame: width and height as text, a line break, then premultiplied
red, green, blue, alpha. Prints each file's name, its runs and its delays.
"""

import io
import struct
import sys
import zlib
from PIL import Image, ImageDraw, ImageMath

folder = sys.argv[1]
SIZE = (61, 43)


def drawn(index, mode):
    """Shapes that wander; clear around them, and one in part, where there is alpha."""
    picture = Image.new("RGBA", SIZE, (0, 0, 0, 0) if index % 3 else (90, 60, 30, 255))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((5 + index * 7, 3, 30 + index * 7, 28), (200, 40 * index % 256, 20, 255))
    draw.rectangle((20, 20 + index, 50, 32 + index), (20, 120, 200, 128))
    return picture.convert(mode) if mode != "P" else picture.convert("RGB").quantize(32)


def chunks(data):
    place = 8
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        yield data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        place += 12 + length


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def unpacked(data):
    """The head of each frame, and its pixels."""
    heads, pixels, before = [], [], b""
    for name, content in chunks(data):
        if name == b"IHDR":
            header = content
        elif name in (b"PLTE", b"tRNS"):
            before += chunk(name, content)
        elif name == b"fcTL":
            heads.append(struct.unpack(">IIIIIHHBB", content))
            pixels.append(b"")
        elif name == b"IDAT" and heads:
            pixels[-1] += content
        elif name == b"fdAT":
            pixels[-1] += content[4:]
    for head, packed in zip(heads, pixels):
        file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II", *head[1:3]) + header[8:])
        file += before + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
        yield head, Image.open(io.BytesIO(file)).convert("RGBA")


def shown(data):
    """The delay of each frame, and what it leaves to be seen."""
    canvas = Image.new("RGBA", SIZE)
    for (_, width, height, x, y, parts, whole, disposal, blend), picture in unpacked(data):
        before = canvas.copy()
        box = (x, y, x + width, y + height)
        over = Image.alpha_composite(canvas.crop(box), picture) if blend else picture
        canvas.paste(over, box)
        yield round(1000 * parts / (whole or 100)), canvas
        if disposal == 1:
            canvas.paste((0, 0, 0, 0), box)
        if disposal == 2:
            canvas = before


def premultiplied(picture):
    *colors, alpha = [channel.convert("F") for channel in picture.split()]
    compute = getattr(ImageMath, "unsafe_eval", None) or ImageMath.eval
    return [compute("a * b / 255", a=color, b=alpha) for color in colors] + [alpha]


def write(path, picture):
    rounded = [c.point(lambda v: v * 1 + 0.5).convert("L") for c in premultiplied(picture)]
    with open(path, "wb") as file:
        file.write(b"%d %d\n" % picture.size)
        file.write(Image.merge("RGBA", rounded).tobytes())


def save(name, mode, count, loop=0, **options):
    first, *others = [drawn(index, mode) for index in range(count)]
    path = f"{folder}/{name}"
    first.save(path, save_all=True, append_images=others, loop=loop, **options)
    delays = []
    with open(path, "rb") as file:
        for index, (delay, canvas) in enumerate(shown(file.read())):
            write(f"{path}.{index}", canvas)
            delays.append(str(delay))
    print(name, loop, ",".join(delays))


for mode in ["RGBA", "RGB", "L", "LA", "P"]:
    save(f"plain-{mode}.png", mode, 5, duration=[100, 20, 300, 40, 500], loop=3)
for disposal in [0, 1, 2]:
    for blend in [0, 1]:
        save(f"d{disposal}-b{blend}.png", "RGBA", 6, disposal=disposal, blend=blend, duration=70)
mixed = {"disposal": [0, 2, 1, 2, 0, 1, 0], "blend": [0, 1, 1, 0, 1, 1, 1]}
save("mixed.png", "RGBA", 7, duration=50, **mixed)
save("hidden.png", "RGBA", 5, default_image=True, duration=60, blend=1)
