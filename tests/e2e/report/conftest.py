"""Pages of synthetic runs in headless Chromium."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import report_factory as factory
from ackgate.model.metadata import Metadata
from ackgate.report import render

CASES = {
    "passing": factory.statistics,
    "failing": factory.failing,
    "inconclusive": factory.inconclusive,
    "foreign": factory.foreign,
    "labels": factory.many_labels,
    "hostile": factory.hostile,
}


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Case name -> page; ``failing-zh`` is the failing one in Chinese."""
    folder = tmp_path_factory.mktemp("pages")
    found: dict[str, Path] = {}
    for name, statistics in CASES.items():
        alone = name == "foreign"
        languages = {name: "en", f"{name}-zh": "zh"} if name == "failing" else {name: "en"}
        for key, language in languages.items():
            found[key] = folder / f"{key}.html"
            text = render(
                statistics(),
                None if alone else factory.manifest(),
                Metadata(),
                None if alone else factory.evidence(),
                language,
            )
            found[key].write_text(text, encoding="utf-8")
    return found


@dataclass
class Watched:
    """A page with everything it said and asked for."""

    page: Page
    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture
def open_page(browser: Browser, pages: dict[str, Path]) -> Iterator[object]:
    """``open_page("failing", color_scheme="dark")`` -> Watched."""
    contexts = []

    def opened(name: str, **options: object) -> Watched:
        context = browser.new_context(**options)
        contexts.append(context)
        watched = Watched(context.new_page())
        watched.page.on("console", lambda message: watched.messages.append(message.text))
        watched.page.on("pageerror", lambda error: watched.messages.append(str(error)))
        watched.page.on("request", lambda request: watched.requests.append(request.url))
        watched.page.goto(pages[name].as_uri())
        return watched

    yield opened
    for context in contexts:
        context.close()
