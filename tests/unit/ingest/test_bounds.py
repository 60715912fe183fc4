"""Memory does not grow with rows: slices widen, rare labels are merged, figures stay exact."""

from unit.ingest.jtl_texts import START_MS, counted, elapsed_counts, labels, row, text


def test_slices_double_until_the_cube_fits() -> None:
    lines = [row(time=START_MS + 1_000 * n, elapsed=n % 5) for n in range(2_000)]
    cubes = counted(text(*lines), max_cells=100)
    assert len(cubes.values) <= 100
    assert cubes.slice_ms in {2**k * 1_000 for k in range(1, 20)}
    assert elapsed_counts(cubes) == dict.fromkeys(range(5), 400)
    assert cubes.series["count"].sum() == 2_000
    assert cubes.series_step_s > 1


def test_the_slice_width_said_is_that_of_the_cells() -> None:
    lines = [row(time=START_MS + 1_000 * n, elapsed=5) for n in range(150)]
    cubes = counted(text(*lines), max_cells=100)
    assert cubes.slice_ms == 2_000
    assert cubes.series_step_s == 2
    assert (cubes.values["slice_start_ms"] % 2_000 == 0).all()


def test_rare_labels_are_counted_together_and_said() -> None:
    lines = [row(n, label=f"rare{n}") for n in range(30)] + [row(n, label="often") for n in range(30, 90)]
    cubes = counted(text(*lines), max_labels=10)
    assert len(set(cubes.values["label"])) <= 11
    assert cubes.merged_labels == 21
    per_label = cubes.values.groupby("label")["count"].sum()
    assert per_label["often"] == 60
    assert per_label["(other labels)"] == 21


def test_a_hundred_thousand_labels_end_in_a_bounded_cube() -> None:
    cubes = counted(text(*(row(n, label=f"L{n}") for n in range(100_000))))
    assert cubes.account.used == 100_000
    assert len(labels(cubes)) <= 1_001
    assert cubes.merged_labels >= 98_999
    assert cubes.values["count"].sum() == 100_000


def test_active_threads_are_the_most_of_each_second() -> None:
    lines = [row(n).replace(",1,1,null", f",1,{n},null") for n in range(1, 151)]
    assert counted(text(*lines)).active["threads"].tolist() == [99, 150]


def test_threads_have_first_start_last_end_and_samples() -> None:
    threads = counted(text(row(0), row(9), row(5, thread="TG 1-2"))).threads.set_index("thread")
    assert threads.loc["TG 1-1"].tolist() == ["", START_MS, START_MS + 100, 2]
    assert threads.loc["TG 1-2"].tolist() == ["", START_MS + 50, START_MS + 60, 1]
