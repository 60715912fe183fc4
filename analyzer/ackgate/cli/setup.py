"""``ackgate setup``: a JMeter that can run our plans."""

from pathlib import Path
from typing import Annotated

import typer

from ackgate.run.command import result_properties
from ackgate.run.java_parts import broker_jar
from ackgate.run.java_runtime import find_java
from ackgate.run.jmeter_home import cache_folder, given_home, ready_jmeter


def setup(
    jmeter_home: Annotated[
        Path | None,
        typer.Option(
            help="Your own JMeter; gets our one jar in lib/ext and nothing else.", show_default=False
        ),
    ] = None,
) -> None:
    """Install the plug-in into a JMeter, or assemble a pinned JMeter 5.6.3 in the cache.

    Can be called again at any time. Without --jmeter-home, JMETER_HOME counts.
    Example: ackgate setup --jmeter-home /opt/apache-jmeter-5.6.3
    """
    java = find_java()
    home = ready_jmeter(jmeter_home)
    typer.echo(f"Java     {java.version} ({java.program})")
    typer.echo(f"JMeter   {home.version or 'version not known'} ({home.path})")
    typer.echo(f"Plug-in  {home.plugin}")
    if given_home(jmeter_home) is None:
        typer.echo(f"Broker   {broker_jar()} (embedded, for the demo)")
    properties = _write_properties(cache_folder() / "ackgate.properties")
    typer.echo(
        f"\nA plain JMeter gives a result file that can be signed with:\n  {_example(home.path, properties)}"
    )


def _write_properties(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(result_properties(), encoding="ascii")
    return path


def _example(home: Path, properties: Path) -> str:
    return f"java -jar {home}/bin/ApacheJMeter.jar -n -t plan.jmx -l samples.jtl -q {properties}"
