#!/usr/bin/python3
"""Heave and roll of a floating box after it is let go, by linear potential theory; writes heave.csv and roll.csv.

    python3 cases/heave-roll/theory.py

Added mass a and damping b of a rectangle (half width B, draught T, water h deep, two dimensions) by matched
eigenfunctions: J. L. Black, C. C. Mei, M. C. G. Bray (1971), J. Fluid Mech. 46, 151-164; Y. H. Zheng, Y. G. You,
Y. M. Shen (2004), Ocean Eng. 31, 1063-1082. Then, released at rest from x0 with the restoring constant c,
    x(t) = (2 c x0 / pi) int_0^inf b cos(w t) / ((c - w^2 (m + a))^2 + (w b)^2) dw
(W. E. Cummins 1962; S. J. Maskell, F. Ursell 1970, J. Fluid Mech. 44, 303-313). x(0) = x0 is the check.
"""
import cmath
import math
import os

G, RHO = 9.81, 1000.0
HALF, HEIGHT, DRAUGHT, DEPTH, DENSITY = 0.2, 0.2, 0.1, 0.4, 500.0
GAP = DEPTH - DRAUGHT
CENTRE = HEIGHT / 2 - DRAUGHT  # of mass, above the surface
TERMS = 16


def solve(a, y):
    n = len(y)
    a = [row[:] + [y[i]] for i, row in enumerate(a)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[p] = a[p], a[k]
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            for j in range(k, n + 1):
                a[i][j] -= f * a[k][j]
    x = [0j] * n
    for k in reversed(range(n)):
        x[k] = (a[k][n] - sum(a[k][j] * x[j] for j in range(k + 1, n))) / a[k][k]
    return x


def bisect(f, low, high):
    for _ in range(80):
        mid = 0.5 * (low + high)
        low, high = (mid, high) if f(low) * f(mid) > 0 else (low, mid)
    return 0.5 * (low + high)


def wavenumbers(w):
    """k0 of w^2 = g k tanh kh as -i k0, then those of w^2 = -g k tan kh."""
    nu = w * w / G
    k0 = bisect(lambda k: k * math.tanh(k * DEPTH) - nu, 1e-9, nu + 10 / DEPTH)
    ks = [complex(0, -k0)]
    for m in range(1, TERMS):
        low, high = (m - 0.5) * math.pi / DEPTH + 1e-9, m * math.pi / DEPTH
        ks.append(complex(bisect(lambda k: k * math.sin(k * DEPTH) + nu * math.cos(k * DEPTH), low, high)))
    return ks


def cosines(k, q, s):
    """int_0^s cos(k y) cos(q y) dy"""
    def part(p):
        return s if abs(p) < 1e-12 else cmath.sin(p * s) / p
    return 0.5 * (part(k + q) + part(k - q))


def moments(k, s):
    """int_0^s y^n cos(k y) dy, n = 0, 1, 2"""
    c, n = cmath.cos(k * s), cmath.sin(k * s)
    return (n / k, s * n / k + (c - 1) / k**2, s * s * n / k + 2 * s * c / k**2 - 2 * n / k**3)


def radiation(w, roll):
    """Added mass and damping (roll: about the centre of mass)."""
    b, s, h = HALF, GAP, DEPTH
    ks = wavenumbers(w)
    norm = [cmath.sqrt(0.5 * (1 + cmath.sin(2 * k * h) / (2 * k * h))) for k in ks]
    lam = [n * math.pi / s for n in range(TERMS)]
    share = [s if n == 0 else 0.5 * s for n in range(TERMS)]
    meet = [[cosines(k, q, s) / norm[m] for q in lam] for m, k in enumerate(ks)]
    # Slope over value of the inner functions at x = b.
    if roll:
        slope = [1 / b if n == 0 else q / math.tanh(q * b) for n, q in enumerate(lam)]
    else:
        slope = [q * math.tanh(q * b) for q in lam]

    def inner(n):  # particular solution at x = b along cos(lam y): potential
        y0, y2 = (s, s**3 / 3) if n == 0 else (0.0, 2 * s * (-1)**n / lam[n]**2)
        if roll:
            return -(b * y2 - b**3 / 3 * y0) / (2 * s)
        return (y2 - b * b * y0) / (2 * s)

    given = [inner(n) for n in range(TERMS)]
    # Velocity through x = b along Z_m: particular solution in the gap, the box's side above.
    speed = []
    for m, k in enumerate(ks):
        i0, i1, i2 = moments(k, s)
        j0, j1, _ = moments(k, h)
        through = -(i2 - b * b * i0) / (2 * s) if roll else -b / s * i0
        side = (j1 - i1) - (h + CENTRE) * (j0 - i0) if roll else 0.0
        speed.append((through + side) / norm[m])
    # h kappa_m A_m = sum_n slope_n meet_mn B_n + speed_m,   share_n B_n = sum_m A_m meet_mn - given_n
    a = [[-sum(slope[n] * meet[m][n] * meet[l][n] / share[n] for n in range(TERMS))
          - (h * ks[m] if l == m else 0.0) for l in range(TERMS)] for m in range(TERMS)]
    y = [speed[m] - sum(slope[n] * meet[m][n] * given[n] / share[n] for n in range(TERMS))
         for m in range(TERMS)]
    outer = solve(a, y)
    inside = [(sum(outer[m] * meet[m][n] for m in range(TERMS)) - given[n]) / share[n]
              for n in range(TERMS)]
    if not roll:
        total = b * s - b**3 / (3 * s) + 2 * b * inside[0]
        for n in range(1, TERMS):
            total += inside[n] * (-1)**n * 2 * math.tanh(lam[n] * b) / lam[n]
    else:
        under = -(s * s * 2 * b**3 / 3 - 2 * b**5 / 15) / (2 * s) + inside[0] * 2 * b * b / 3
        for n in range(1, TERMS):
            q = lam[n]
            under += inside[n] * (-1)**n * 2 * (b / (math.tanh(q * b) * q) - 1 / q**2)
        beside = 0j
        for m, k in enumerate(ks):
            i0, i1, _ = moments(k, s)
            j0, j1, _ = moments(k, h)
            beside += outer[m] * ((j1 - i1) - (h + CENTRE) * (j0 - i0)) / norm[m]
        total = -under - 2 * beside
    return RHO * total.real, w * RHO * total.imag


def main():
    mass = DENSITY * 2 * HALF * HEIGHT
    inertia = mass * ((2 * HALF)**2 + HEIGHT**2) / 12
    heave = (mass, RHO * G * 2 * HALF, 0.02)
    righting = RHO * G * ((2 * HALF)**3 / 12 + 2 * HALF * DRAUGHT * (-DRAUGHT / 2 - CENTRE))
    roll = (inertia, righting, 10.0)
    here = os.path.dirname(os.path.abspath(__file__))
    dw, count = 0.05, 600
    for name, (m, c, x0), turns, unit in (("heave", heave, False, "m"), ("roll", roll, True, "degrees")):
        table = [((n + 0.5) * dw, *radiation((n + 0.5) * dw, turns)) for n in range(count)]
        w = math.sqrt(c / m)
        for _ in range(50):
            w = math.sqrt(c / (m + radiation(w, turns)[0]))
        a, b = radiation(w, turns)
        print(f"{name}: added mass / mass {a / m:.3f}, damping / critical {b / (2 * math.sqrt(c * (m + a))):.3f}, "
              f"undamped period {2 * math.pi / w:.4f} s")
        line = []
        for k in range(0, 251):
            t = 0.01 * k
            parts = [(v, 2 * c * x0 / math.pi * dw * b / ((c - v * v * (m + a))**2 + (v * b)**2))
                     for v, a, b in table]
            line.append((t, sum(p * math.cos(v * t) for v, p in parts),
                         -sum(p * v * math.sin(v * t) for v, p in parts)))
        print(f"  x(0) / x0 = {line[0][1] / x0:.4f}")
        with open(os.path.join(here, name + ".csv"), "w", encoding="ascii") as out:
            out.write("# Linear potential theory, written by theory.py.\n")
            out.write(f"time [s],{name} [{unit}],speed [{unit}/s]\n")
            for t, x, v in line[::2]:
                out.write(f"{t:.2f},{x:.5f},{v:.5f}\n")


if __name__ == "__main__":
    main()
