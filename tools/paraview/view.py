"""Shows a run of flotsam in ParaView 5.11: water as spheres, bodies and walls, the time.

    paraview --script=tools/paraview/view.py                    # asks for nothing: runs/dam-break
    FLOTSAM_RUN=runs/kleefsman paraview --script=tools/paraview/view.py
    xvfb-run -a pvpython tools/paraview/view.py runs/kleefsman picture.png    # without a display

Needs ParaView with Python: Debian 12's `paraview` with `python3-paraview`, which excludes
libvtk9-dev (see README.md), or the download from paraview.org.
"""
import os
import sys

from paraview.simple import (AnnotateTimeFilter, ColorBy, GetActiveViewOrCreate, GetAnimationScene,
                             GetColorTransferFunction, GetScalarBar, PVDReader, Render, ResetCamera,
                             SaveScreenshot, Show, XMLPolyDataReader)


def show_water(run, view):
    water = PVDReader(registrationName="water", FileName=os.path.join(run, "fluid.pvd"))
    water.UpdatePipeline()
    spacing = water.FieldData["ParticleSpacing"]
    radius = 0.5 * spacing.GetRange()[0] if spacing else 0.01
    display = Show(water, view)
    display.SetRepresentationType("Point Gaussian")
    display.ShaderPreset = "Sphere"
    display.GaussianRadius = radius
    ColorBy(display, ("POINTS", "Velocity", "Magnitude"))
    display.RescaleTransferFunctionToDataRangeOverTime()
    bar = GetScalarBar(GetColorTransferFunction("Velocity"), view)
    bar.Title, bar.ComponentTitle = "Speed (m/s)", ""
    display.SetScalarBarVisibility(view, True)
    time = Show(AnnotateTimeFilter(Input=water, Format="t = {time:.3f} s"), view)
    time.Color = [0.15, 0.17, 0.2]


def show_solids(run, view):
    bodies = os.path.join(run, "bodies.pvd")
    if os.path.exists(bodies):
        display = Show(PVDReader(registrationName="bodies", FileName=bodies), view)
        display.SetRepresentationType("Surface With Edges")
        ColorBy(display, None)
        display.DiffuseColor = [0.84, 0.48, 0.26]
    moving, still = os.path.join(run, "walls.pvd"), os.path.join(run, "walls.vtp")
    if os.path.exists(moving):
        walls = PVDReader(registrationName="walls", FileName=moving)
    elif os.path.exists(still):
        walls = XMLPolyDataReader(registrationName="walls", FileName=[still])
    else:
        return
    display = Show(walls, view)
    display.SetRepresentationType("Surface")
    ColorBy(display, None)
    display.DiffuseColor = [0.75, 0.77, 0.8]
    display.BackfaceRepresentation = "Cull Backface"  # faces look at the water: the near ones go


def main():
    run = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FLOTSAM_RUN", "runs/dam-break")
    if not os.path.isdir(run):
        sys.exit("view.py: there is no run directory '%s'" % run)
    view = GetActiveViewOrCreate("RenderView")
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    if os.path.exists(os.path.join(run, "fluid.pvd")):
        show_water(run, view)
    show_solids(run, view)
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast() if len(sys.argv) > 2 else scene.GoToFirst()
    flat = view.CenterOfRotation  # seen from the front; turn with the mouse
    view.CameraPosition = [flat[0], flat[1] - 1, flat[2]]
    view.CameraFocalPoint = list(flat)
    view.CameraViewUp = [0, 0, 1]
    ResetCamera(view)
    Render(view)
    if len(sys.argv) > 2:
        SaveScreenshot(sys.argv[2], view, ImageResolution=[1280, 720])


main()
