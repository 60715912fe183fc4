"""The page as a reader meets it: in a browser, on paper, on a telephone, without script."""

import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e
AXE = Path(__file__).parents[2] / "resources" / "axe" / "axe.min.js"
CASES = ["passing", "failing", "inconclusive", "foreign", "labels", "hostile"]
MM = 96 / 25.4


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_loaded_and_nothing_complains(open_page, name: str) -> None:
    watched = open_page(name)
    assert watched.messages == []
    assert [url[:40] for url in watched.requests if not url.startswith(("file:", "data:image/png"))] == []
    assert watched.page.evaluate("document.title").startswith("MQTT capacity test report")


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("passing", "light"),
        ("failing", "dark"),
        ("failing-zh", "light"),
        ("foreign", "light"),
        ("hostile", "light"),
        ("inconclusive", "dark"),
    ],
)
def test_axe_finds_no_violation(open_page, name: str, scheme: str) -> None:
    page = open_page(name, color_scheme=scheme, bypass_csp=True).page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in result["violations"]] == []
    assert len(result["passes"]) > 10


@pytest.mark.parametrize("name", ["failing", "failing-zh", "foreign", "labels", "hostile"])
def test_the_page_fits_a_telephone(open_page, name: str) -> None:
    page = open_page(name, viewport={"width": 375, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert (
        page.evaluate(
            "Math.min(...[...document.querySelectorAll('p,td,th,h2,dd')]"
            ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
        )
        >= 12
    )


def test_the_first_page_is_complete_without_script(open_page) -> None:
    page = open_page("failing", java_script_enabled=False).page
    assert page.locator("h2#verdict").inner_text() == "Failed: 1 failed, 2 passed"
    assert page.locator("figure svg").count() >= 8
    assert page.locator("button.zoom").count() == 0


def test_a_chart_zooms_where_dragged(open_page) -> None:
    watched = open_page("failing")
    page = watched.page
    figure = page.locator("figure[data-chart='backlog']")
    button = figure.get_by_role("button")
    assert button.inner_text() == "zoom"
    button.click()
    assert not figure.locator(".still.broad").is_visible()
    over = figure.locator(".u-over")
    box = over.bounding_box()
    last_before = figure.locator(".u-axis").count()
    assert last_before > 0
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40, steps=5)
    selected = figure.locator(".u-select").bounding_box()
    page.mouse.up()
    assert selected["width"] == pytest.approx(box["width"] * 0.25, abs=4)
    assert watched.messages == []
    button.click()
    assert figure.locator(".still.broad").is_visible()


def test_dark_and_light_paper_differ(open_page) -> None:
    colours = {
        scheme: open_page("failing", color_scheme=scheme).page.evaluate(
            "getComputedStyle(document.querySelector('main')).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert colours == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 29, 38)"}


@pytest.mark.parametrize("name", ["failing", "foreign", "labels", "hostile"])
def test_no_table_is_cut_on_a4(open_page, name: str) -> None:
    page = open_page(name, viewport={"width": round(184 * MM), "height": 1000}).page  # A4 less its margins
    page.emulate_media(media="print")
    cut = page.evaluate(
        "[...document.querySelectorAll('table, figure svg')].filter(e => e.getBoundingClientRect().right >"
        " document.querySelector('main').getBoundingClientRect().right + 1)"
        ".map(e => e.querySelector('caption, title')?.textContent)"
    )
    assert cut == []


def test_print_carries_the_running_header_on_every_sheet(open_page, tmp_path: Path) -> None:
    page = open_page("failing").page
    path = tmp_path / "report.pdf"
    page.pdf(path=path, format="A4", prefer_css_page_size=True)
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    ).stdout
    sheets = text.rstrip("\f").split("\f")
    assert len(sheets) > 4
    for number, sheet in enumerate(sheets, start=1):
        assert "R-2026-1130-03" in sheet
        assert "evidence 856a1fadde75af9c" in sheet
        assert f"page {number} of {len(sheets)}" in sheet
    assert "2. Connections" not in sheets[0]
    assert re.search(r"Sign-off[\s\S]*Evidence SHA-256", sheets[0])


@pytest.mark.parametrize("name", ["failing", "failing-zh", "inconclusive", "foreign", "labels", "hostile"])
def test_nothing_is_cut_or_scrolls_sideways_on_a_telephone(open_page, name: str) -> None:
    page = open_page(name, viewport={"width": 375, "height": 800}).page
    beyond = page.evaluate(
        "[...document.querySelectorAll('main *:not(thead, thead *, g, path, use)')]"
        ".filter(e => e.getClientRects().length)"
        ".filter(e => e.getBoundingClientRect().right > 375.5 || e.getBoundingClientRect().left < -0.5)"
        ".map(e => e.tagName + ' ' + e.textContent.slice(0, 40))"
    )
    scrolled = page.evaluate(
        "[...document.querySelectorAll('.scroll, .still')].filter(e => e.scrollWidth > e.clientWidth + 1)"
        ".map(e => e.textContent.slice(0, 60))"
    )
    assert (beyond, scrolled) == ([], [])
    labels = page.locator("table[data-table='criteria'] td:not(:empty)").evaluate_all(
        "all => all.map(e => e.dataset.l)"
    )
    assert all(labels)


def test_print_shows_each_chart_once_and_no_background(open_page) -> None:
    page = open_page("failing").page
    page.emulate_media(media="print")
    assert page.locator(".slim").evaluate_all("all => all.filter(e => e.getClientRects().length).length") == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("name", ["failing", "labels", "inconclusive"])
def test_no_table_scrolls_sideways_on_a_screen(open_page, name: str) -> None:
    page = open_page(name, viewport={"width": 1080, "height": 900}).page
    scrolled = page.evaluate(
        "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1)"
        ".map(e => e.textContent.trim().slice(0, 40))"
    )
    assert scrolled == []
