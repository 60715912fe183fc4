"""The subcommands. Each is imported only when it is called: drawing and statistics take seconds to load."""

import importlib
from collections.abc import Callable

import typer
from typer._click import Command, Context
from typer.core import TyperGroup

#: One line per command, in the order in which they are used: name -> module of ackgate.cli, what it holds.
COMMANDS: dict[str, tuple[str, str]] = {
    "setup": ("setup", "setup"),
    "demo": ("demo", "demo"),
    "workload": ("workload", "app"),
    "data": ("data", "app"),
    "import": ("import_", "app"),
    "check": ("check", "check"),
    "plan": ("plan", "plan"),
    "run": ("run", "run"),
    "analyze": ("analyze", "analyze"),
    "report": ("report", "report"),
    "convert": ("convert", "convert_command"),
    "keygen": ("keygen", "keygen"),
    "sign": ("sign", "sign"),
    "verify": ("verify", "verify"),
}


class Commands(TyperGroup):
    """A command group that loads a subcommand when it is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The subcommand of that name; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name]
        found = getattr(importlib.import_module(f"ackgate.cli.{module}"), attribute)
        command = typer.main.get_group(found) if isinstance(found, typer.Typer) else _single(found)
        command.name = cmd_name
        return command


def _single(function: Callable[..., None]) -> Command:
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return typer.main.get_command(app)
