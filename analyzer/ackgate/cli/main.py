"""The ``ackgate`` command: runs a subcommand and turns every known failure into one sentence."""

import gc
import signal
import sys
from importlib.metadata import version
from types import FrameType
from typing import Annotated

import typer

from ackgate.cli.failures import exit_code_of, sentence_of
from ackgate.cli.registry import Commands

#: Loading makes half a million objects and hardly any garbage; looking for it so often takes a tenth.
_GARBAGE_AFTER = 100_000

app = typer.Typer(
    cls=Commands,
    name="ackgate",
    help="MQTT capacity tests on JMeter whose numbers can be signed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"ackgate {version('ackgate')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """MQTT capacity tests on JMeter whose numbers can be signed."""


def _leave(number: int, _frame: FrameType | None) -> None:
    """End as after Ctrl-C, so that children and scratch folders go, too."""
    sys.exit(128 + number)


def main() -> None:
    """Entry point. A failure of the house ends in its sentence on stderr and its exit code."""
    gc.set_threshold(_GARBAGE_AFTER)
    signal.signal(signal.SIGTERM, _leave)
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as failure:
        code = exit_code_of(failure)
        if code is None:
            raise
        sys.stderr.write(f"ackgate: {sentence_of(failure)}\n")
        sys.exit(code)
