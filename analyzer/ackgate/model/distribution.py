"""Shapes of a timed quantity: percentiles, modes, histogram, series."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

#: Percentile rank as text ("50", "99.9") -> value; None below 5/(1-p) samples. "100" is the maximum.
Percentiles = dict[str, float | None]


class FrozenModel(BaseModel):
    """Immutable, refusing unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Peak(FrozenModel):
    """One mode of a distribution."""

    centre_ms: float
    share: float
    p95_ms: float
    low_ms: float | None = None
    high_ms: float | None = None


class Modes(FrozenModel):
    """Verdict on the shape, and who makes up the last peak (shares 0..1 of all samples of the slice)."""

    verdict: Literal["unimodal", "bimodal", "multimodal", "too_few_samples", "too_coarse"]
    peaks: list[Peak]
    split_ms: float | None = None
    upper_share_per_minute: list[float | None] = []
    upper_share_per_host: dict[str, float] = {}
    upper_share_by_connection: dict[str, float] = {}
    note: str | None = None


class HistogramBin(FrozenModel):
    """Counts in [low_ms, high_ms)."""

    low_ms: float
    high_ms: float
    count: int


class SeriesPoint(FrozenModel):
    """One time bin; None where the bin holds no successful sample. Nearest rank, two digits."""

    at_s: float
    rate_per_s: float
    errors: int
    p50_ms: float | None
    p99_ms: float | None


class Timing(FrozenModel):
    """A timed quantity over successful samples, whole run and steady window."""

    n: int
    mean_ms: float | None
    percentiles_ms: Percentiles
    steady_n: int | None = None
    steady_percentiles_ms: Percentiles | None = None


class Drift(FrozenModel):
    """Trend of a quantity over the steady window: slope per hour with its 95 % interval.

    ``verdict`` is ``drift`` only where the trend is both significant and larger than the practical limit.
    """

    quantity: str
    label: str | None
    verdict: Literal["none", "drift", "too_short"]
    slope_per_hour: float | None
    low_per_hour: float | None
    high_per_hour: float | None
    unit: str
    p_value: float | None
    blocks: int
    block_s: float
    practical_limit_per_hour: float | None
