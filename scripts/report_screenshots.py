"""Screenshots of the report in docs/images, from the synthetic runs of the tests.

Needs Playwright, Debian's chromium and pdftoppm. Look at each picture before it is checked in.
Example: python scripts/report_screenshots.py
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import report_factory as factory  # noqa: E402
from ackgate.model.metadata import Metadata  # noqa: E402
from ackgate.report import render  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PRINT_DPI = 90


@dataclass(frozen=True)
class Shot:
    """One picture: the run, the part of its page (None: its top), and how it is looked at."""

    name: str
    run: str
    part: str | None = None
    language: str = "en"
    scheme: str = "light"
    width: int = 1080
    height: int = 1560


SHOTS = (
    Shot("passing", "statistics"),
    Shot("failing", "failing"),
    Shot("failing-dark", "failing", scheme="dark"),
    Shot("inconclusive", "inconclusive", scheme="dark"),
    Shot("foreign", "foreign"),
    Shot("many-labels", "many_labels", part="load"),
    Shot("hostile", "hostile"),
    Shot("hostile-errors", "hostile", part="errors"),
    Shot("chinese", "failing", language="zh"),
    Shot("clients", "failing", part="clients"),
    Shot("telephone", "failing", width=375, height=1900),
)


def page(shot: Shot) -> str:
    """The HTML of a run; the foreign file has neither plan nor evidence."""
    alone = shot.run == "foreign"
    return render(
        getattr(factory, shot.run)(),
        None if alone else factory.manifest(),
        Metadata(),
        None if alone else factory.evidence(),
        shot.language,
    )


def take(browser: Browser, shot: Shot, folder: Path) -> None:
    """Write ``report-NAME.png``."""
    path = folder / f"{shot.name}.html"
    path.write_text(page(shot), encoding="utf-8")
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height}, color_scheme=shot.scheme
    )
    opened = context.new_page()
    opened.goto(path.as_uri())
    if shot.part is not None:
        opened.evaluate("name => document.getElementById(name).scrollIntoView()", shot.part)
    opened.screenshot(path=IMAGES / f"report-{shot.name}.png")
    context.close()


def take_print(browser: Browser, folder: Path) -> None:
    """``report-print.png``: the first A4 sheet of the failing run."""
    path = folder / "print.html"
    path.write_text(page(Shot("print", "failing")), encoding="utf-8")
    opened = browser.new_page()
    opened.goto(path.as_uri())
    opened.pdf(path=folder / "print.pdf", format="A4", prefer_css_page_size=True)
    opened.close()
    command = ["pdftoppm", "-png", "-r", str(PRINT_DPI), "-f", "1", "-l", "1", "-singlefile"]
    subprocess.run([*command, folder / "print.pdf", folder / "print"], check=True)  # noqa: S603
    shutil.copyfile(folder / "print.png", IMAGES / "report-print.png")


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for shot in SHOTS:
            take(browser, shot, Path(name))
        take_print(browser, Path(name))
        browser.close()


if __name__ == "__main__":
    main()
