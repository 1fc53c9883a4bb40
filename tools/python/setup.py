"""What pyproject.toml cannot say: the version, which is the Makefile's, and the C library inside the package.

The library is built by make, from the sources in the folder `source` of a source distribution, or from the repository.
The environment variable MISERE_LIBRARY_FOLDER names a folder where it has been built.
"""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "source" if (HERE / "source").exists() else HERE.parent.parent
LIBRARY = "libmisere.so.0"


def version():
    return re.search(r"^VERSION *:= *(\S+)", (SOURCE / "Makefile").read_text(), re.MULTILINE)[1]


def build_library(folder):
    """Builds the library in the folder, and returns where it is."""
    for program in ("make", "cc"):
        if not shutil.which(program):
            raise SystemExit(f"misere is built with make, gcc or clang, binutils and libxml2: there is no {program}")
    subprocess.run(
        ["make", "-C", SOURCE, f"-j{os.cpu_count()}", "build-library", f"BUILD={folder}", f"BIN={folder}/bin"],
        check=True,
    )
    return folder / "bin" / "library"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        chosen = os.environ.get("MISERE_LIBRARY_FOLDER")
        built = pathlib.Path(chosen) if chosen else build_library(HERE / "build" / "library")
        for library in [built / LIBRARY, *built.glob("glibc-hwcaps/*/" + LIBRARY)]:
            target = pathlib.Path(self.build_lib) / "misere" / library.relative_to(built)
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["strip", "-o", target, library], check=True)


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        # The library does not call Python, so it is for every version, but for one kind of machine.
        return "py3", "none", super().get_tag()[2]


setup(
    version=version(),
    distclass=BinaryDistribution,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel},
)
