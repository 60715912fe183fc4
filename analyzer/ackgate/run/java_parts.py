"""Our Java parts: the plug-in jar, the embedded broker and the recipe that assembles JMeter.

They lie under ``java-sampler/`` of the source checkout (``pip install -e .``) and are built with Maven
whenever a source is newer than the last build.
"""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ackgate.run.failure import RunError

SAMPLER_JAR = "ackgate-sampler.jar"
_BROKER_JAR = "ackgate-broker/ackgate-broker.jar"  # beside the libraries it names
_CHECKOUT = Path(__file__).parents[3] / "java-sampler"


def sampler_jar() -> Path:
    """The plug-in jar, built first if need be. Raises RunError when it can't be had."""
    return _jar("sampler", SAMPLER_JAR)


def broker_jar() -> Path:
    """The embedded broker's runnable jar, built first if need be. Raises RunError when it can't be had."""
    return _jar("broker", _BROKER_JAR)


def jmeter_recipe() -> Path:
    """The Maven project that assembles JMeter. Raises RunError when it is missing."""
    recipe = _CHECKOUT / "jmeter" / "pom.xml"
    if recipe.is_file():
        return recipe
    raise RunError(
        "The recipe that assembles JMeter is missing; give your own with --jmeter-home DIR or JMETER_HOME."
    )


def maven(project: Path, *arguments: str, purpose: str) -> None:
    """Run Maven on ``project`` (a pom.xml), quiet but for errors on stderr. Raises RunError on failure."""
    program = shutil.which("mvn")
    if program is None:
        raise RunError(f"Maven is needed to {purpose}, but there is no mvn on the PATH; install Maven.")
    sys.stderr.write(f"ackgate: {purpose} (once)\n")
    command = [program, "-B", "-q", "--no-transfer-progress", "-f", str(project), *arguments]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode != 0:
        raise RunError(f"Maven could not {purpose}; its messages are above.")


def _jar(module: str, name: str) -> Path:
    project = _CHECKOUT / module
    if not (project / "pom.xml").is_file():
        raise RunError(f"{name} is not part of this installation; install from a source checkout.")
    jar = project / "target" / name
    with _alone(project):
        if not _is_current(jar, project):
            _build(jar, project)
    return jar


def _build(jar: Path, project: Path) -> None:
    skip = ("-DskipTests", "-Dspotless.check.skip=true")
    maven(project / "pom.xml", "package", *skip, purpose=f"build {jar.name}")
    if not jar.is_file():
        raise RunError(f"Maven built no {jar}; see {project / 'pom.xml'}.")
    _stamp(project).touch()


@contextmanager
def _alone(project: Path) -> Iterator[None]:
    """One build of a project at a time; a second call waits."""
    lock = project / "target" / ".ackgate-lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def _is_current(jar: Path, project: Path) -> bool:
    """True when a build that we saw end is newer than every source, and nobody wrote the jar since.

    The jar's own time would not do: an interrupted build leaves a jar that lacks its libraries.
    """
    stamp = _stamp(project)
    if not jar.is_file() or not stamp.is_file():
        return False
    built = stamp.stat().st_mtime
    sources = [jar, project / "pom.xml", *(project / "src" / "main").rglob("*")]
    return all(source.stat().st_mtime <= built for source in sources)


def _stamp(project: Path) -> Path:
    return project / "target" / ".ackgate-built"
