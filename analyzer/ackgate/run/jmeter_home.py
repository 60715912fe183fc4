"""Which JMeter runs: the user's own where given, else a pinned one assembled in the cache."""

import hashlib
import os
import re
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ackgate.run import java_parts
from ackgate.run.failure import RunError

PINNED_VERSION = "5.6.3"
_LAUNCHER = Path("bin", "ApacheJMeter.jar")
_CORE = Path("lib", "ext", "ApacheJMeter_core.jar")
_IMPLEMENTATION_VERSION = re.compile(r"^Implementation-Version:\s*(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class JMeterHome:
    """A JMeter installation; ``own`` when it is the one we assembled."""

    path: Path
    version: str | None
    own: bool

    @property
    def launcher(self) -> Path:
        """The jar that starts JMeter."""
        return self.path / _LAUNCHER

    @property
    def plugin(self) -> Path:
        """Where our jar lies in this JMeter."""
        return self.path / "lib" / "ext" / java_parts.SAMPLER_JAR


def cache_folder() -> Path:
    """``$XDG_CACHE_HOME/ackgate`` or ``~/.cache/ackgate``."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ackgate"


def given_home(option: Path | None) -> Path | None:
    """The user's JMeter: the option, else ``JMETER_HOME``, else None."""
    if option is not None:
        return option
    variable = os.environ.get("JMETER_HOME")
    return Path(variable) if variable else None


def ready_jmeter(option: Path | None) -> JMeterHome:
    """A JMeter with our jar in it, assembled or brought up to date first.

    Raises RunError when the given folder is no JMeter, or Maven can't assemble one.
    """
    given = given_home(option)
    home = open_home(given, own=False) if given else _assembled()
    install_plugin(home, java_parts.sampler_jar())
    return home


def open_home(path: Path, *, own: bool) -> JMeterHome:
    """Look at a JMeter folder. Raises RunError when it holds none."""
    if not (path / _LAUNCHER).is_file():
        raise RunError(f"{path} is no JMeter home: {_LAUNCHER} is missing there; give the folder above bin.")
    return JMeterHome(path.resolve(), _version(path), own)


def install_plugin(home: JMeterHome, jar: Path) -> bool:
    """Put our jar into ``lib/ext`` unless the same bytes lie there. True when it was written."""
    if home.plugin.is_file() and _sha256(home.plugin) == _sha256(jar):
        return False
    partial = home.plugin.with_suffix(".jar.partial")
    try:
        shutil.copyfile(jar, partial)
        partial.replace(home.plugin)
    except OSError as failure:
        raise RunError(
            f"{home.plugin} can't be written ({failure.strerror}); copy {jar} there yourself."
        ) from failure
    return True


def _assembled() -> JMeterHome:
    target = cache_folder() / f"apache-jmeter-{PINNED_VERSION}"
    marker = target / ".ackgate-assembled"
    if not marker.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        java_parts.maven(
            java_parts.jmeter_recipe(),
            "package",
            f"-Djmeter.home={target}",
            purpose=f"assemble JMeter {PINNED_VERSION}",
        )
        home = open_home(target, own=True)
        (target / "lib" / "junit").mkdir(exist_ok=True)  # JMeter warns when it is missing
        marker.touch()
        return home
    return open_home(target, own=True)


def _version(path: Path) -> str | None:
    core = path / _CORE
    candidates = [core] if core.is_file() else sorted(core.parent.glob("ApacheJMeter_core-*.jar"))
    for jar in [*candidates, path / _LAUNCHER]:
        try:
            with zipfile.ZipFile(jar) as archive:
                manifest = archive.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
        except (zipfile.BadZipFile, KeyError) as failure:
            raise RunError(f"{jar} is no jar; install this JMeter anew or give another.") from failure
        match = _IMPLEMENTATION_VERSION.search(manifest)
        if match:
            return match[1]
    return None


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
