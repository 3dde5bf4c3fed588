#!/usr/bin/python3
"""Draws instants of a finished 2D run as one PNG: particles coloured by speed.

    build/flotsam run dam-break --out runs/dam-break
    /usr/bin/python3 docs/pictures/make_pictures.py runs/dam-break docs/pictures/dam-break.png

Needs Python's vtk module (Debian: python3-vtk9, which libvtk9-dev brings) and nothing else.
Options: --times 0.1,0.2 (s), --top 0.42 (m, upper end of what is shown), --width 1200 (pixels).
"""
import argparse
import math
import os
import struct
import xml.etree.ElementTree as xml
import zlib

import vtk

SMOOTH = 3  # sub-pixels a pixel, each way
PAPER, INK, WALL = (248, 248, 248), (40, 44, 52), (70, 76, 88)

# Speed to colour: lightness rises evenly from deep blue to pale yellow.
MAP = [(26, 32, 92), (32, 62, 140), (26, 95, 163), (22, 127, 166), (34, 156, 158),
       (76, 182, 143), (135, 205, 126), (199, 222, 120), (250, 236, 150)]

# 5 x 7 letters, a row a number, highest bit left.
FONT = {
    "0": (14, 17, 19, 21, 25, 17, 14), "1": (4, 12, 4, 4, 4, 4, 14), "2": (14, 17, 1, 2, 4, 8, 31),
    "3": (31, 2, 4, 2, 1, 17, 14), "4": (2, 6, 10, 18, 31, 2, 2), "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14), "7": (31, 1, 2, 4, 8, 8, 8), "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12), ".": (0, 0, 0, 0, 0, 12, 12), ",": (0, 0, 0, 0, 12, 4, 8),
    "=": (0, 0, 31, 0, 31, 0, 0), "+": (0, 4, 4, 31, 4, 4, 0),
    "/": (0, 1, 2, 4, 8, 16, 0), " ": (0, 0, 0, 0, 0, 0, 0),
    "t": (8, 8, 28, 8, 8, 9, 6), "s": (0, 0, 14, 16, 14, 1, 30), "p": (0, 0, 30, 17, 30, 16, 16),
    "e": (0, 0, 14, 17, 31, 16, 14), "d": (1, 1, 13, 19, 17, 17, 15), "m": (0, 0, 26, 21, 21, 17, 17),
}


def colour(share):
    x = min(max(share, 0.0), 1.0) * (len(MAP) - 1)
    k = min(int(x), len(MAP) - 2)
    return tuple(a + (x - k) * (b - a) for a, b in zip(MAP[k], MAP[k + 1]))


class Canvas:
    """An image in sub-pixels; places and sizes are given in pixels, y down."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.row = 3 * width * SMOOTH
        self.data = bytearray(PAPER) * (width * SMOOTH * height * SMOOTH)

    def span(self, x0, x1, y, rgb):
        x0, x1 = max(x0, 0), min(x1, self.width * SMOOTH)
        if x0 < x1 and 0 <= y < self.height * SMOOTH:
            at = y * self.row + 3 * x0
            self.data[at:at + 3 * (x1 - x0)] = bytes(rgb) * (x1 - x0)

    def box(self, x, y, w, h, rgb):
        for k in range(round(y * SMOOTH), round((y + h) * SMOOTH)):
            self.span(round(x * SMOOTH), round((x + w) * SMOOTH), k, rgb)

    def disc(self, x, y, radius, rgb, y_end):
        """A ball lit from the upper left: lighter core, darker rim. Nothing above y_end."""
        x, y, r = x * SMOOTH, y * SMOOTH, radius * SMOOTH
        rim = tuple(int(0.78 * c) for c in rgb)
        core = tuple(int(c + 0.22 * (255 - c)) for c in rgb)
        body = tuple(int(c) for c in rgb)
        for dx, size, shade in ((0.0, 1.0, rim), (-0.06, 0.86, body), (-0.28, 0.38, core)):
            cx, cy, rr = x + dx * r, y + dx * r, size * r
            for k in range(max(math.ceil(cy - rr), int(y_end * SMOOTH)), math.floor(cy + rr) + 1):
                half = math.sqrt(max(rr * rr - (k - cy) ** 2, 0.0))
                self.span(round(cx - half), round(cx + half), k, shade)

    def text(self, x, y, words, size, rgb=INK):
        for n, letter in enumerate(words):
            for k, bits in enumerate(FONT[letter]):
                for c in range(5):
                    if bits >> (4 - c) & 1:
                        self.box(x + size * (6 * n + c), y + size * k, size, size, rgb)

    def png(self, path):
        def chunk(kind, body):
            return (struct.pack(">I", len(body)) + kind + body
                    + struct.pack(">I", zlib.crc32(kind + body)))
        lines = []
        area = SMOOTH * SMOOTH
        for y in range(self.height):
            total = [0] * self.row
            for k in range(SMOOTH):
                at = (y * SMOOTH + k) * self.row
                total = list(map(int.__add__, total, self.data[at:at + self.row]))
            line = bytearray(3 * self.width)
            for c in range(3):
                sums = [0] * self.width
                for k in range(SMOOTH):
                    sums = list(map(int.__add__, sums, total[3 * k + c::3 * SMOOTH]))
                # 32 levels a channel: no eye sees the difference, and the file is half as large.
                line[c::3] = bytes(min(255, (s // area + 4) // 8 * 8) for s in sums)
            lines.append(line)
        packed, above = bytearray(), bytes(3 * self.width)
        for line in lines:  # filter 2: difference to the line above
            packed += b"\x02" + bytes((a - b) & 255 for a, b in zip(line, above))
            above = line
        with open(path, "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n")
            out.write(chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)))
            out.write(chunk(b"IDAT", zlib.compress(bytes(packed), 9)) + chunk(b"IEND", b""))


def read_frames(directory):
    """[(time, file)] of fluid.pvd."""
    tree = xml.parse(os.path.join(directory, "fluid.pvd"))
    return [(float(e.get("timestep")), os.path.join(directory, e.get("file")))
            for e in tree.iter("DataSet")]


def read_particles(path):
    """[(x, z, speed)] and the spacing."""
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    velocity = grid.GetPointData().GetArray("Velocity")
    points = []
    for n in range(grid.GetNumberOfPoints()):
        x, _, z = grid.GetPoint(n)
        points.append((x, z, math.dist(velocity.GetTuple(n), (0, 0, 0))))
    return points, grid.GetFieldData().GetArray("ParticleSpacing").GetValue(0)


def read_walls(directory):
    """(x min, x max, z min) of the walls, at the start if some of them move."""
    path = os.path.join(directory, "walls.vtp")
    if not os.path.exists(path):
        path = os.path.join(directory, "walls_000000.vtp")
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    b = reader.GetOutput().GetBounds()
    return b[0], b[1], b[4]


def main():
    options = argparse.ArgumentParser(description="Draws instants of a 2D run as one PNG.")
    options.add_argument("directory")
    options.add_argument("picture")
    options.add_argument("--times", default="0.1,0.2,0.35,0.7")
    options.add_argument("--top", type=float, default=0.42)
    options.add_argument("--width", type=int, default=1200)
    o = options.parse_args()

    frames = read_frames(o.directory)
    chosen = [min(frames, key=lambda f: abs(f[0] - float(t))) for t in o.times.split(",")]
    shown = [(time, *read_particles(path)) for time, path in chosen]
    left, right, floor = read_walls(o.directory)
    # The scale ends where all but one particle in a hundred fit: spray must not darken the rest.
    speeds = sorted(speed for _, points, _ in shown for *_, speed in points)
    fastest = speeds[int(0.99 * len(speeds))]
    step = 10.0 ** math.floor(math.log10(fastest))
    full = math.ceil(fastest / step * 2) / 2 * step

    margin, gap, wall, columns, foot = 24, 40, 5, 2, 70
    panel = (o.width - 2 * margin - (columns - 1) * gap) // columns
    scale = (panel - 2 * wall) / (right - left)
    tall = round((o.top - floor) * scale)
    rows = math.ceil(len(shown) / columns)
    canvas = Canvas(o.width, margin + rows * (tall + wall + 28) + foot)
    for n, (time, points, spacing) in enumerate(shown):
        x0 = margin + (n % columns) * (panel + gap)
        y0 = margin + (n // columns) * (tall + wall + 28)
        for x, z, speed in sorted(points, key=lambda p: p[2]):
            if z < o.top:
                canvas.disc(x0 + wall + (x - left) * scale, y0 + tall - (z - floor) * scale,
                            0.62 * spacing * scale, colour(speed / full), y0)
        canvas.box(x0, y0, wall, tall, WALL)
        canvas.box(x0 + panel - wall, y0, wall, tall, WALL)
        canvas.box(x0, y0 + tall, panel, wall, WALL)
        words = f"t = {time:.2f} s"
        canvas.text(x0 + panel / 2 - 9 * len(words), y0 + 8, words, 3)

    width, y = 480, canvas.height - foot + 8
    x = (o.width - width) / 2
    for k in range(width):
        canvas.box(x + k, y, 1, 18, tuple(int(c) for c in colour(k / (width - 1))))
    for k in range(6):
        words = f"{full * k / 5:.1f}" + ("+" if k == 5 and speeds[-1] > full else "")
        at = x + width * k / 5
        canvas.box(at - 1, y + 18, 2, 6, INK)
        canvas.text(at - 6 * len(words), y + 29, words, 2)
    canvas.text(x - 160, y + 2, "speed, m/s", 2)
    canvas.png(o.picture)


if __name__ == "__main__":
    main()
